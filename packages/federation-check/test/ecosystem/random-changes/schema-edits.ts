// Edits of types, fields, arguments, keys, enums and inputs.
import {
  Kind,
  parse,
  type EnumTypeDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
} from 'graphql'
import { directive, drawField, named, nullable, objectsIn, pathOf, type Edit } from './edit.ts'

export const schemaEdits = {
  'type goes'(draw, document) {
    const type = draw(
      objectsIn(document).filter(({ name }) => !/^(Query|Mutation)$/.test(name.value)),
    )
    return { title: `${type.name.value} goes`, from: type }
  },
  'field goes'(draw, document) {
    const drawn = drawField(draw, document)!
    return { title: `${pathOf(drawn.type, drawn.field)} goes`, from: drawn.field }
  },
  'field is nullable or not'(draw, document) {
    const { type, field } = drawField(draw, document)!
    const to = { ...field, type: nullable(field.type) }
    return { title: `${pathOf(type, field)} is nullable or not`, from: field, to }
  },
  'field answers text'(draw, document) {
    const { type, field } = drawField(draw, document)!
    const to = { ...field, type: { kind: Kind.NAMED_TYPE, name: named('String') } }
    return { title: `${pathOf(type, field)} answers text`, from: field, to }
  },
  'argument goes'(draw, document) {
    const drawn = drawField(draw, document, (one) => (one.arguments?.length ?? 0) > 0)
    if (!drawn) return undefined
    const argument = draw(drawn.field.arguments!)
    return {
      title: `${pathOf(drawn.type, drawn.field)}(${argument.name.value}:) goes`,
      from: argument,
    }
  },
  'argument changes'(draw, document) {
    const drawn = drawField(draw, document, (one) => (one.arguments?.length ?? 0) > 0)
    if (!drawn) return undefined
    const argument = draw(drawn.field.arguments!)
    const { defaultValue: _, ...bare } = argument
    const to = { ...bare, type: nullable(argument.type) }
    return {
      title: `${pathOf(drawn.type, drawn.field)}(${argument.name.value}:) changes`,
      from: argument,
      to,
    }
  },
  'argument comes'(draw, document) {
    const { type, field } = drawField(draw, document)!
    const text = `type A { a("More." more: Int${draw(['', '!', '! = 1'])}): Int }`
    const [a] = parse(text, { noLocation: true }).definitions as ObjectTypeDefinitionNode[]
    const more = a!.fields![0]!.arguments!
    const to = { ...field, arguments: [...(field.arguments ?? []), ...more] }
    return { title: `${pathOf(type, field)} takes more`, from: field, to }
  },
  'key changes'(draw, document) {
    const entities = objectsIn(document).filter(({ directives = [] }) =>
      directives.some(({ name }) => name.value === 'key'),
    )
    if (entities.length === 0) return undefined
    const type = draw(entities)
    const key = draw(type.directives!.filter(({ name }) => name.value === 'key'))
    const to = draw([
      undefined,
      directive('@key(fields: "id", resolvable: false)'),
      directive(`@key(fields: "${draw(type.fields!).name.value}")`),
      directive(`@key(fields: "id ${draw(type.fields!).name.value}")`),
    ])
    return { title: `a key of ${type.name.value} changes`, from: key, to }
  },
  'value of an enum goes'(draw, document) {
    const enums = document.definitions.filter((node) => node.kind === Kind.ENUM_TYPE_DEFINITION)
    if (enums.length === 0) return undefined
    const type: EnumTypeDefinitionNode = draw(enums)
    const value = draw(type.values!)
    return { title: `${type.name.value}.${value.name.value} goes`, from: value }
  },
  'input changes'(draw, document) {
    const inputs = document.definitions.filter(
      (node) => node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION,
    )
    if (inputs.length === 0) return undefined
    const type: InputObjectTypeDefinitionNode = draw(inputs)
    const field: InputValueDefinitionNode = draw(type.fields!)
    const to = draw([undefined, { ...field, type: nullable(field.type) }])
    return {
      title: `${type.name.value}.${field.name.value} ${to ? 'changes' : 'goes'}`,
      from: field,
      to,
    }
  },
} satisfies Record<string, Edit>

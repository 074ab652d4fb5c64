// Edits of who may use a field: of its guard, or by a copy of it.
import {
  print,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
} from 'graphql'
import { directive, drawField, named, pathOf, type Edit } from './edit.ts'

const GUARDS = ['authenticated', 'requiresScopes', 'requiresAdminKey', 'inaccessible']
const isGuard = ({ name }: ConstDirectiveNode) => GUARDS.includes(name.value)
const isGuarded = ({ directives = [] }: FieldDefinitionNode) => directives.some(isGuard)

/** Asks for more than who is signed in. */
const isPrivate = ({ directives = [] }: FieldDefinitionNode) =>
  directives.some(
    (one) => isGuard(one) && !/^@requiresScopes\(scopes: \[\["identity"\]\]\)$/.test(print(one)),
  )

const SCOPES = [['identity'], ['credentials'], ['identity', 'wallet'], ['identity', 'admin']]

function guardWith(scopes: readonly string[]): ConstDirectiveNode {
  return directive(`@requiresScopes(scopes: [[${scopes.map((one) => `"${one}"`).join(', ')}]])`)
}

function withoutMutations(document: DocumentNode): DocumentNode {
  const isMutation = (node: DocumentNode['definitions'][number]) =>
    'name' in node && node.name?.value === 'Mutation'
  return { ...document, definitions: document.definitions.filter((node) => !isMutation(node)) }
}

export const guardEdits = {
  'field is copied under another guard'(draw, document) {
    const { type, field } = drawField(draw, document, (one) => !/^id$/.test(one.name.value))!
    const isRoot = /^(Query|Mutation)$/.test(type.name.value)
    const others = (field.directives ?? []).filter((one) => !isGuard(one))
    const scopes = draw(SCOPES)
    const guard = isRoot || draw([true, false]) ? [guardWith(scopes)] : []
    const name = `${field.name.value}Copy`
    const copy = { ...field, name: named(name), directives: [...others, ...guard] }
    const copied = { from: pathOf(type, field), to: `${type.name.value}.${name}` }
    const to = { ...type, fields: [...(type.fields ?? []), copy] }
    const asked = guard.length > 0 ? scopes.join(' ') : 'nothing'
    return {
      title: `${pathOf(type, field)} is copied and asks for ${asked}`,
      from: type,
      to,
      copy: copied,
    }
  },
  'private field is copied'(draw, document) {
    // Most private fields are mutations, and only queries are sent to the router.
    const drawn = drawField(draw, withoutMutations(document), isPrivate)
    if (!drawn) return undefined
    const { type, field } = drawn
    const others = (field.directives ?? []).filter((one) => !isGuard(one))
    const name = `${field.name.value}Copy`
    const directives = [...others, guardWith(['identity'])]
    const copied = { from: pathOf(type, field), to: `${type.name.value}.${name}` }
    const fields = [...(type.fields ?? []), { ...field, name: named(name), directives }]
    const title = `${pathOf(type, field)} is copied and asks for identity`
    return { title, from: type, to: { ...type, fields }, copy: copied }
  },
  'private field is opened'(draw, document) {
    const drawn = drawField(draw, document, isPrivate)
    if (!drawn) return undefined
    const guard = draw(drawn.field.directives!.filter(isGuard))
    const title = `${pathOf(drawn.type, drawn.field)} asks for identity, not @${guard.name.value}`
    return { title, from: guard, to: guardWith(['identity']) }
  },
  'guard goes'(draw, document) {
    const drawn = drawField(draw, document, isGuarded)
    if (!drawn) return undefined
    const guard = draw(drawn.field.directives!.filter(isGuard))
    return { title: `${pathOf(drawn.type, drawn.field)} loses @${guard.name.value}`, from: guard }
  },
  'guard changes'(draw, document) {
    const drawn = drawField(draw, document, isGuarded)
    if (!drawn) return undefined
    const guard = draw(drawn.field.directives!.filter(isGuard))
    const scopes = draw(SCOPES)
    const title = `${pathOf(drawn.type, drawn.field)}: ${scopes.join(' ')} for @${guard.name.value}`
    return { title, from: guard, to: guardWith(scopes) }
  },
  'guard comes'(draw, document) {
    const drawn = drawField(draw, document, (one) => !isGuarded(one))
    if (!drawn) return undefined
    const { type, field } = drawn
    const scopes = draw(SCOPES)
    const to = { ...field, directives: [...(field.directives ?? []), guardWith(scopes)] }
    return {
      title: `${pathOf(type, field)} asks for ${scopes.join(' ')}`,
      from: field,
      to,
    }
  },
} satisfies Record<string, Edit>

// Convention: PascalCase types, camelCase fields and arguments, enum values as on the wire.
import { Kind, type ASTNode } from 'graphql'
import { definitionsIn, type Finding, type SubgraphDocument } from 'federation-check'
import type { Report } from './rules.ts'

const PASCAL = /^[A-Z][A-Za-z0-9]*$/
const CAMEL = /^[a-z][A-Za-z0-9]*$/
/** A value as in REST (`daily`, `in_review`), or the name of a type. */
const VALUE = /^([a-z][a-z0-9_]*|[A-Z][a-z][A-Za-z0-9]*)$/

/** Inputs end in `Input` to distinguish them from output types. */
const STYLES: Partial<Record<ASTNode['kind'], readonly [pattern: RegExp, style: string]>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: [PASCAL, 'PascalCase'],
  [Kind.INTERFACE_TYPE_DEFINITION]: [PASCAL, 'PascalCase'],
  [Kind.UNION_TYPE_DEFINITION]: [PASCAL, 'PascalCase'],
  [Kind.ENUM_TYPE_DEFINITION]: [PASCAL, 'PascalCase'],
  [Kind.SCALAR_TYPE_DEFINITION]: [PASCAL, 'PascalCase'],
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: [/^[A-Z][A-Za-z0-9]*Input$/, 'PascalCase ending in Input'],
  [Kind.FIELD_DEFINITION]: [CAMEL, 'camelCase'],
  [Kind.INPUT_VALUE_DEFINITION]: [CAMEL, 'camelCase'],
  [Kind.DIRECTIVE_DEFINITION]: [CAMEL, 'camelCase'],
  [Kind.ENUM_VALUE_DEFINITION]: [VALUE, 'spelled as in REST, e.g. in_review'],
}

/** Every name of one subgraph that breaks the style. */
export function checkNames({ document }: SubgraphDocument, report: Report): Finding[] {
  return definitionsIn(document).flatMap(({ path, node }) => {
    const [pattern, style] = STYLES[node.kind]!
    if (pattern.test(node.name.value)) return []
    return [report('name-style', path, node, `${path} must be ${style}.`)]
  })
}

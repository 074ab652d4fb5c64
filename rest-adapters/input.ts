// Reads a request into the variables of its row's operation.
import type { Request, Response } from 'express'
import {
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  type NamedTypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import { invalidInput } from '#foundation/domain/errors.ts'
import type { Operation } from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { readJson } from '#foundation/http/json-body.ts'
import { limitOf, pageVariables, type Page } from './pages.ts'
import type { QueryKind, Route } from '#foundation/service/route.ts'

/** Reads a request into variables. Rejects with VALIDATION_ERROR for an invalid body or query. */
export type InputReader = (
  req: Request,
  res: Response,
  page: Page | undefined,
) => Promise<Variables>

/** Reads only what the operation's variables name: unknown body fields are ignored. */
export function createInputReader(
  schema: GraphQLSchema,
  { node }: Operation,
  { response, method, query = {} }: Route,
): InputReader {
  const declared = Object.entries(query)
  const input = node.variableDefinitions?.find(({ variable }) => variable.name.value === 'input')
  const type = input && inputType(schema, input)
  return async (req, res, page) => {
    const variables: Variables = { ...req.params }
    if (declared.length > 0) Object.assign(variables, readQuery(req, declared))
    if (method !== 'get') {
      const body = await readBody(req, res)
      if (type) variables.input = pickKnown(body, type)
    }
    return response.form === 'list' ? Object.assign(variables, pageVariables(page)) : variables
  }
}

type QueryParameter = [name: string, kind: QueryKind]

/** Reads the query parameters. @throws VALIDATION_ERROR for a repeated parameter, or an invalid number or boolean */
function readQuery({ query }: Request, declared: readonly QueryParameter[]): Variables {
  const sent = declared.filter(([name]) => query[name] !== undefined)
  return Object.fromEntries(
    sent.map(([name, kind]) => {
      const value = query[name]
      if (typeof value !== 'string') {
        throw invalidInput([{ field: name, reason: 'must be given once' }])
      }
      return [name, readParameter(name, kind, value)]
    }),
  )
}

function readParameter(field: string, kind: QueryKind, value: string): unknown {
  if (kind === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidInput([{ field, reason: 'must be true or false' }])
  }
  if (kind === 'list') return value.split(',')
  if (kind === 'limit') return limitOf(value)
  if (kind !== 'number') return value
  if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  throw invalidInput([{ field, reason: 'must be a number' }])
}

/** Reads the body, `{}` if it is absent. @throws VALIDATION_ERROR for a body that is not a JSON object */
async function readBody(req: Request, res: Response): Promise<object> {
  const body = (await readJson(req, res)) ?? {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw invalidInput([{ field: 'body', reason: 'must be a JSON object' }])
}

function inputType(schema: GraphQLSchema, { type }: VariableDefinitionNode): GraphQLInputType {
  const found: GraphQLType | undefined = typeFromAST(schema, type as NamedTypeNode)
  if (isInputType(found)) return found
  throw new Error('A route takes an input that is not in its schema.')
}

function pickKnown(value: unknown, inputType: GraphQLInputType): unknown {
  const type = getNullableType(inputType)
  if (isListType(type) && Array.isArray(value)) {
    return value.map((item) => pickKnown(item, type.ofType))
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value
  const sent = new Map(Object.entries(value))
  const known = Object.values(type.getFields()).filter(({ name }) => sent.has(name))
  return Object.fromEntries(
    known.map((field) => [field.name, pickKnown(sent.get(field.name), field.type)]),
  )
}

// The operations that an OpenAPI document describes.
import type { OpenApi, Operation, PathItem } from './openapi.ts'
import { resolve } from './references.ts'

/** The methods of a path item; `query` came with OpenAPI 3.2. */
export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]

/** An operation with its key: the method, and the path with `{}` for each parameter. */
export interface Documented {
  method: string
  path: string
  operation: Operation
  item: PathItem
}

/** The name of an operation in reports: `GET /quests`. */
export function nameOf({ method, path }: Documented): string {
  return `${method} ${path}`
}

/** Every operation of a document, with the parameters of its path. */
export function operationsIn(document: OpenApi): Documented[] {
  return Object.entries(document.paths ?? {})
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => operationsAt(document, path, item))
}

/** Every operation of a path, a webhook or a callback. */
export function operationsAt(document: OpenApi, path: string, given: PathItem): Documented[] {
  const item = resolve(document, given)
  return methodsOf(item).map(([method, operation]) => {
    // A parameter of the operation replaces the one of its path.
    const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    const parameters = new Map(
      all
        .map((parameter) => resolve(document, parameter))
        .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
    )
    const whole = { ...operation, parameters: [...parameters.values()] }
    return { method: method.toUpperCase(), path, item, operation: whole }
  })
}

/** The methods of a path item. OpenAPI 3.2 has further ones in `additionalOperations`. */
function methodsOf(item: PathItem): [method: string, operation: Operation][] {
  const known = METHODS.filter((method) => item[method] !== undefined)
  const others = Object.entries((item.additionalOperations ?? {}) as Record<string, Operation>)
  return [
    ...known.map((method): [string, Operation] => [method, item[method] as Operation]),
    ...others,
  ]
}

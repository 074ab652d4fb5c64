// A plugin of graphql-codegen: the fields of each type that are lists with pages, for the cache.
import { isObjectType } from 'graphql'

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export function plugin(schema) {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const lists = types.map((type) => [type.name, connectionsOf(type)])
  const fields = Object.fromEntries(lists.filter(([, names]) => names.length > 0))
  return `export const CONNECTIONS: Record<string, string[]> = ${JSON.stringify(fields, undefined, 2)}\n`
}

/** @param {import('graphql').GraphQLObjectType} type */
function connectionsOf(type) {
  return Object.values(type.getFields())
    .filter((field) => /Connection!?$/.test(String(field.type)))
    .map(({ name }) => name)
}

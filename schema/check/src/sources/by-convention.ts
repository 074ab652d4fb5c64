// What stands in a folder that is read by convention may be of another kind. What the configuration names is not.
import { isExecutableDefinitionNode, parse } from 'graphql'
import { MANIFEST_FORMAT } from './manifests.ts'

/** False for SDL. Text that cannot be parsed is taken for a document, and reported. */
export function isDocument(text: string): boolean {
  try {
    return parse(text).definitions.some(isExecutableDefinitionNode)
  } catch {
    return true
  }
}

/** False for JSON with neither the format of a manifest nor operations, nor a document as a member. */
export function isManifest(text: string): boolean {
  try {
    const value = JSON.parse(text) as { format?: unknown; operations?: unknown }
    const { format, operations } = value
    if (format === MANIFEST_FORMAT || operations !== undefined) return true
    return Object.values(value).some((one) => typeof one === 'string' && parses(one))
  } catch {
    return true
  }
}

function parses(text: string): boolean {
  try {
    return parse(text).definitions.length > 0
  } catch {
    return false
  }
}

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

/** False for JSON with neither the format of a manifest nor operations. */
export function isManifest(text: string): boolean {
  try {
    const { format, operations } = JSON.parse(text) as { format?: unknown; operations?: unknown }
    return format === MANIFEST_FORMAT || operations !== undefined
  } catch {
    return true
  }
}

// Skips files of another kind in folders that are read by convention. Files that the configuration
// names are never skipped.
import { isExecutableDefinitionNode, parse } from 'graphql'
import { tolerate } from '../files.ts'
import { MANIFEST_FORMAT } from './manifests.ts'

/** False for SDL. Text that cannot be parsed counts as a document, so that it is reported. */
export function isDocument(text: string): boolean {
  return tolerate(() => parse(text).definitions.some(isExecutableDefinitionNode)) ?? true
}

/** False for JSON with neither the format of a manifest nor operations, nor a document as a member. */
export function isManifest(text: string): boolean {
  try {
    const value = JSON.parse(text) as { format?: unknown; operations?: unknown }
    const { format, operations } = value
    if (format === MANIFEST_FORMAT || operations !== undefined) return true
    return Object.values(value).some((one) => typeof one === 'string' && isGraphql(one))
  } catch {
    return true
  }
}

function isGraphql(text: string): boolean {
  return tolerate(() => parse(text)) !== undefined
}

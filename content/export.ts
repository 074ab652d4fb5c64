// Exports the content of the running system as files, one for each service.
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Document, visit } from 'yaml'
import { exportContent, type ContentLists } from '#foundation/content/export.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { commandContext, openDatabases, type Databases } from './databases.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const SCHEMA = fileURLToPath(new URL('schema.json', import.meta.url))

/** The texts of the files by name; none for services without content. `folder` is the folder of the files, if any. */
export async function exportFiles(
  services: readonly AnySubgraph[],
  folder: string | undefined,
): Promise<Map<string, string>> {
  const databases = await openDatabases(services)
  const files = new Map<string, string>()
  try {
    for (const service of services) {
      const lists = await exportService(service, databases)
      if (Object.keys(lists).length > 0) files.set(`${service.name}.yaml`, fileText(lists, folder))
    }
  } finally {
    await databases.close()
  }
  return files
}

function exportService(service: AnySubgraph, databases: Databases): Promise<ContentLists> {
  const { content = [] } = service
  const reading = databases.of(service).transaction().setIsolationLevel('repeatable read')
  return reading.execute((trx) =>
    exportContent(commandContext(trx, crypto.randomUUID()), content, databases.usernamesOf),
  )
}

/** A comment by which editors find the schema, for a folder inside the project. */
function fileText(lists: ContentLists, folder: string | undefined): string {
  const isOurs = folder !== undefined && !relative(PROJECT, resolve(folder)).startsWith('..')
  const schema = isOurs ? relative(resolve(folder), SCHEMA) : undefined
  const comment = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`
  return `${comment}${yamlText(lists)}`
}

/** The lists as YAML that reads back as the same lists. */
export function yamlText(lists: ContentLists): string {
  const document = new Document(lists, {
    version: '1.2',
    schema: 'core',
    aliasDuplicateObjects: false,
  })
  visit(document, {
    Scalar(_key, scalar) {
      // YAML takes the indentation of a block from its first line, which therefore must not be blank.
      if (typeof scalar.value === 'string' && /^[ \t]+\n/.test(scalar.value)) {
        scalar.type = 'QUOTE_DOUBLE'
      }
    },
  })
  // Literal blocks keep Markdown as it was written.
  return document.toString({ lineWidth: 100, blockQuote: 'literal' })
}

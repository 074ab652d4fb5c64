// A copy of what the check reads of this project, for tests that change it.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'graphql'
import { commonSdl } from '../../../../foundation/graphql/scalars.ts'
import { root } from '../../../../schema/check.config.ts'
import { tryCompose } from '../../src/graph/compose.ts'
import { described } from '../../../../foundation/service/sdl.ts'

export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'ecosystem-check-'))

  constructor() {
    for (const part of ['subgraphs', 'schema', 'foundation']) {
      const isRead = (path: string) => !/\.ts$|\/test\b/.test(path)
      cpSync(join(root, part), join(this.folder, part), { recursive: true, filter: isRead })
    }
    // Without them, a copy has the configuration of the commit before.
    for (const file of ['package.json', 'schema/check.config.ts']) {
      cpSync(join(root, file), join(this.folder, file))
    }
  }

  /** The subgraphs' own SDL, by name. */
  get sdl(): (readonly [name: string, text: string])[] {
    const names = readdirSync(join(this.folder, 'subgraphs'), { withFileTypes: true })
    const folders = names.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return folders.map((name) => [name, readFileSync(this.file(name), 'utf8')] as const)
  }

  file(name: string): string {
    return join(this.folder, 'subgraphs', name, 'schema.graphql')
  }

  /** Writes every SDL as `change` makes it, and what is generated of it, for as long as `use` takes. */
  async changed<T>(
    change: (sdl: string, name: string) => string,
    use: () => T,
  ): Promise<Awaited<T>> {
    const before = this.sdl
    try {
      this.#write(before.map(([name, text]) => [name, change(text, name)]))
      return await use()
    } finally {
      this.#write(before)
    }
  }

  /** As `npm run schema` does; what does not compose is written, and nothing generated of it. */
  #write(sdl: readonly (readonly [name: string, text: string])[]): void {
    const services = sdl.map(([name, text]) => ({
      name,
      url: '',
      typeDefs: described(parse([text, this.generated(name), commonSdl].join('\n'))),
    }))
    for (const [name, text] of sdl) writeFileSync(this.file(name), text)
    const attempt = tryCompose(services)
    if (attempt.errors) return
    writeFileSync(join(this.folder, 'schema/supergraph.graphql'), attempt.supergraph)
    writeFileSync(join(this.folder, 'schema/api.graphql'), attempt.api)
  }

  /** The part of a service's SDL that is generated. */
  generated(name: string): string {
    const folder = join(this.folder, 'subgraphs', name)
    const files = readdirSync(folder).filter((file) => file.endsWith('.generated.graphql'))
    return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** One field more, which no document uses. */
export function withOneMore(sdl: string, name: string): string {
  return name === 'path' ? sdl.replace('  title: String!', '  title: String!\n  gone: Int') : sdl
}

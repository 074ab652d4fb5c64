// A copy of what the check reads of this project, for tests that change it.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../check/project.ts'

export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'ecosystem-check-'))

  constructor() {
    for (const part of ['subgraphs', 'schema', 'foundation']) {
      const isRead = (path: string) => !/\.ts$|\/test\b/.test(path)
      cpSync(join(root, part), join(this.folder, part), { recursive: true, filter: isRead })
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

  /** Writes every SDL as `change` makes it, for as long as `use` takes. */
  async changed<T>(
    change: (sdl: string, name: string) => string,
    use: () => T,
  ): Promise<Awaited<T>> {
    const before = this.sdl
    try {
      for (const [name, text] of before) writeFileSync(this.file(name), change(text, name))
      return await use()
    } finally {
      for (const [name, text] of before) writeFileSync(this.file(name), text)
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** One field more, which no document uses. */
export function withOneMore(sdl: string, name: string): string {
  return name === 'path' ? sdl.replace('  title: String!', '  title: String!\n  gone: Int') : sdl
}

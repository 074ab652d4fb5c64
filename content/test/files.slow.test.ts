// Files as operators keep them: folders with links, names in capitals, and files that are all wrong.
import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { readContentFiles } from '../files.ts'
import { issueLines, ruleIssues } from '../issues.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-content-'))
})
afterAll(() => rm(folder, { recursive: true }))

const services = subgraphs.filter(({ content }) => content !== undefined)
const quest = (key: string, more = '') =>
  `  - {key: ${key}, title: t, description: d, type: story, difficulty: beginner, xpReward: 1, goldReward: 1${more}}\n`

/** What is told of a file, without the name of its folder. */
async function linesOf(text: string): Promise<string[]> {
  const file = join(folder, 'one.yaml')
  await writeFile(file, text)
  const read = await readContentFiles([file], services)
  const lines = issueLines([...read.issues, ...ruleIssues(read, () => ECOSYSTEM_ID)])
  return lines.map((line) => line.replace(`${folder}/`, ''))
}

test('a folder stands for each YAML file in it, links and names in capitals too', async () => {
  const pack = join(folder, 'pack')
  await mkdir(pack)
  await writeFile(join(folder, 'elsewhere.yaml'), `quests:\n${quest('linked')}`)
  await symlink(join(folder, 'elsewhere.yaml'), join(pack, 'link.yaml'))
  await writeFile(join(pack, 'LOUD.YAML'), `quests:\n${quest('loud')}`)
  const { byService, issues } = await readContentFiles([pack], services)
  expect(issues).toEqual([])
  const [files] = [...byService.values()]
  expect(files!.map(({ lists }) => lists.quests!.map(({ key }) => key))).toEqual([
    ['loud'],
    ['linked'],
  ])
})

describe('a file is refused with its lines', () => {
  test('that holds 300,000 aliases', async () => {
    const [first, ...more] = await linesOf(`quests:\n${'- *a\n'.repeat(300_000)}`)
    expect(first).toMatch(/^one\.yaml:2: /)
    expect(more.at(-1)).toMatch(/^… and [\d,]+ more\.$/)
  })

  test('that holds 60,000 unknown fields', async () => {
    const fields = Array.from({ length: 20 }, (_, index) => `u${index}: 1`).join(', ')
    const [first] = await linesOf(`quests:\n${`- {${fields}}\n`.repeat(3_000)}`)
    expect(first).toMatch(/^one\.yaml:2: quests\.0/)
  })

  test('that holds 200,000 unknown lists, in time', async () => {
    const lists = Array.from({ length: 200_000 }, (_, index) => `l${index}: 1\n`).join('')
    expect((await linesOf(lists))[0]).toMatch(/^one\.yaml:1: l0: unknown list/)
  })

  test.each(['9999-12-31T23:59:59-23:59', '1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z'])(
    'that was made at %s',
    async (date) => {
      expect(await linesOf(`quests:\n${quest('old', `, createdAt: "${date}"`)}`)).toEqual([
        'one.yaml:2: quests.0.createdAt: must be a date of the years 1970 to 9999, UTC',
      ])
    },
  )
})

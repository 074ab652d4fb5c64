// `npm run schema`: what it writes, and a schema from which it can write nothing.
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { generate, isStale } from '../generate.ts'
import { RunningCopy } from './running-copy.ts'

test('every generated file is as `npm run schema` writes it', async () => {
  const stale = [...(await generate())].filter(([file, text]) => isStale(file, text))
  expect(stale.map(([file]) => relative(process.cwd(), file))).toEqual([])
})

test('a file that is missing or changed is not fresh', async () => {
  const [[file, text] = expect.fail()] = await generate()
  expect(isStale(file, text)).toBe(false)
  expect(isStale(file, `${text}\n`)).toBe(true)
  expect(isStale(`${file}.missing`, text)).toBe(true)
})

test('a route whose field is gone is reported, and nothing is written', () => {
  const copy = new RunningCopy()
  try {
    copy.edit('subgraphs/path/schema.graphql', '  title: String!', '  name: String!')
    const { status, stderr, stdout } = copy.run('schema/generate.ts')
    expect({ status, stderr, stdout }).toEqual({
      status: 1,
      stderr:
        'Nothing can be generated: A route selects Quest.title, which is not in the schema.\n',
      stdout: '',
    })
  } finally {
    copy.remove()
  }
})

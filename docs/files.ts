// `npm run -s files [folder]` prints each source file with the first sentence of the comment at its top.
import { globSync, readFileSync } from 'node:fs'

const [folder = '.'] = process.argv.slice(2)
const exclude = ['**/node_modules/**', '**/*.generated.ts']
const COMMENT = /^(?:(?:\/\/.*\n)+|\/\*[\s\S]*?\*\/)/
const MARKERS = /^(?:\/\/|\/?\*+\/?) ?(?:@ts-check)?/gm
const FIRST_SENTENCE = /^.*?\.(?= [A-Z`]|$)/

for (const path of globSync(`${folder}/**/*.{ts,js}`, { exclude }).sort()) {
  const [comment = ''] = COMMENT.exec(readFileSync(path, 'utf8')) ?? []
  const text = comment.replace(MARKERS, '').split(/\s+/).join(' ').trim()
  const [sentence = text] = FIRST_SENTENCE.exec(text) ?? []
  console.log(`${path}  ${sentence}`)
}

// `node bench/rest-list.ts`: `GET /api/quests` a second, beside an earlier commit.
import { compareWithEarlier } from './earlier.ts'

await compareWithEarlier({
  name: 'rest-list',
  work: { of: 'path', method: 'GET', path: '/api/quests' },
})

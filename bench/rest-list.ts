// `node bench/rest-list.ts`: `GET /api/quests` a second, beside an earlier commit.
import { compareWithEarlier } from './earlier.ts'

await compareWithEarlier({ of: 'path', method: 'GET', path: '/api/quests' })

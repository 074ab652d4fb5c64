// `npm start`: lists the quests that a person can complete now, completes the newest, and prints their level.
import { ApiError, createApi, readPages } from './client.ts'

const { API_URL = 'http://localhost:4000', TOKEN } = process.env
if (!TOKEN) throw new Error('TOKEN: set it to an access token.')
const api = createApi(API_URL, TOKEN)

async function listQuests() {
  const state = 'available'
  const pages = readPages((query) =>
    api.GET('/api/quests', { params: { query: { ...query, state } } }),
  )
  const quests = (await Array.fromAsync(pages)).flat()
  for (const { title, xpReward } of quests) console.log(`${title}: ${xpReward} xp`)
  return quests
}

async function completeQuest(id: string, title: string): Promise<void> {
  const { data } = await api.POST('/api/quests/{id}/complete', { params: { path: { id } } })
  console.log(`Completed ${title}: ${data?.xpEarned} xp and ${data?.goldEarned} gold.`)
}

async function showLevel(): Promise<void> {
  const { data: me } = await api.GET('/api/me')
  console.log(`${me?.data.displayName} has ${me?.data.xp} xp, which is level ${me?.data.level}.`)
}

try {
  const [newest] = await listQuests()
  if (newest) await completeQuest(newest.id, newest.title)
  await showLevel()
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}

// Scrolls: publishing for everybody, for a house or for oneself, editing and withdrawing.
import { expect } from 'vitest'
import type { Resident } from './resident.ts'

export async function publish(
  author: Resident,
  title: string,
  visibility = 'public',
): Promise<string> {
  const body = { title, content: `${title}, as ${author.displayName} remembers it.`, visibility }
  const { data } = await author.call('POST', '/api/scrolls', { body, status: 201 })
  const { displayName, house } = author
  expect(data).toMatchObject({ title, author: displayName, house, visibility })
  return data.id as string
}

/** Everybody sees that the scroll was edited, and the author its former text. */
export async function edit(author: Resident, id: string, title: string): Promise<void> {
  const { editScroll } = await author.ask(
    `mutation ($id: ID!, $title: String!) {
      editScroll(scrollId: $id, input: { title: $title }) {
        title editedAt revisions { totalCount }
      }
    }`,
    { id, title },
  )
  const editedAt = author.session.production.now().toISOString()
  expect(editScroll).toEqual({ title, editedAt, revisions: { totalCount: 1 } })
}

export async function withdraw(author: Resident, id: string): Promise<void> {
  const { data } = await author.call('DELETE', `/api/scrolls/${id}`)
  expect(data).toHaveProperty('withdrawnAt')
}

/** Whether the person finds the scroll, by its id and in the list. */
export async function finds(resident: Resident, id: string): Promise<boolean> {
  const { node } = await resident.ask('query ($id: ID!) { node(id: $id) { id } }', { id })
  const { scrolls } = await resident.call('GET', '/api/scrolls')
  const isListed = (scrolls as { id: string }[]).some((scroll) => scroll.id === id)
  expect(
    node !== null,
    `${resident.username} finds ${id} by its id alone, or in the list alone`,
  ).toBe(isListed)
  return isListed
}

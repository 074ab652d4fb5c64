// Guilds in the example app, in the browsers of two people.
import { expect, test } from 'vitest'
import { addOrganization } from '#test/story.ts'
import { expectAccessible } from './support/axe.ts'
import { button, confirm, twoPeople } from './support/two-people.ts'

const { pages, app, hers, his, sent, open } = twoPeople()

let guildId: string

test('A guild is founded, found by its name, and asked to let somebody in', async () => {
  await addOrganization(pages.system, { name: 'Tide Readers', house: 'Tide' })
  await open('/guilds/new', 'Found a guild')
  await hers().getByLabel('Name').fill('Night Librarians')
  await hers().getByLabel('What it is for').fill('Keep the lamps of the library lit.')
  await hers().getByLabel('Who can join').selectOption('Whom a steward accepts')
  await expectAccessible(hers(), 'example-guild-new')
  await button(hers(), 'Found it').click()
  await hers().waitForURL(/\/guilds\/(?!new)/)
  guildId = hers().url().split('/').at(-1)!
  await his().goto(`${app.url}/guilds`)
  await his().getByRole('link', { name: 'Tide Readers' }).waitFor()
  await his().getByLabel('Search').fill('librarians')
  await his().getByRole('link', { name: 'Tide Readers' }).waitFor({ state: 'detached' })
  await his().getByRole('link', { name: 'Night Librarians' }).click()
  await button(his(), 'Ask to join').click()
  await his().getByText('You asked to join').waitFor()
})

test('The steward lets somebody in, who sees it at once', async () => {
  await open(`/guilds/${guildId}/desk`, 'Steward’s desk of Night Librarians')
  await button(hers(), 'Accept Alan').click()
  await hers().getByText('Nobody waits to be let in.').waitFor()
  await his().getByText('Member', { exact: true }).waitFor()
  expect(sent.toSorted()).toEqual(['DecideRequest', 'Desk', 'DeskLive', 'News'])
})

test('A role is posted, applied for with a message, given and taken back', async () => {
  await button(hers(), 'Post a role').click()
  await hers().getByLabel('Title').fill('Keeper of Lamps')
  await hers().getByLabel('What there is to do').fill('Fill the lamps, trim the wicks.')
  await button(hers(), 'Post the role').click()
  await button(his(), 'Apply: Keeper of Lamps').click()
  await his().getByLabel('A message to the stewards').fill('I am awake anyway.')
  await button(his(), 'Send the application').click()
  await his().getByText('You applied').waitFor()
  await hers().getByText('I am awake anyway.').waitFor()
  await expectAccessible(hers(), 'example-guild-desk')
  await button(hers(), 'Accept Alan as Keeper of Lamps').click()
  await his().getByText('You have this role').waitFor()
  await expectAccessible(his(), 'example-guild')
  await confirm(hers(), 'Dismiss Alan as Keeper of Lamps')
  await button(his(), 'Apply: Keeper of Lamps').waitFor()
  await button(hers(), 'Close Keeper of Lamps').click()
  await his().getByText('no openings').waitFor()
  await button(hers(), 'Open again Keeper of Lamps').click()
  await button(hers(), 'Open it again').click()
  await his().getByText('1 opening').waitFor()
})

test('The last steward has to appoint another one before they leave', async () => {
  await confirm(hers(), 'Resign as a steward')
  await hers().getByRole('alert').getByText('There must be another steward first.').waitFor()
  await button(hers(), 'Appoint Alan').click()
  await his().getByRole('link', { name: 'Open the steward’s desk' }).waitFor()
  await confirm(hers(), 'Resign as a steward')
  await hers().getByText('Only the stewards of this guild have a desk.').waitFor()
  await hers().getByRole('link', { name: 'See the guild' }).click()
  await button(hers(), 'Leave').press('Enter')
  await hers().getByRole('dialog').getByText('Leave Night Librarians?').waitFor()
  await hers().keyboard.press('Escape')
  await hers().getByRole('dialog').waitFor({ state: 'hidden' })
  await button(hers(), 'Leave').and(hers().locator(':focus')).waitFor()
  await confirm(hers(), 'Leave')
  await button(hers(), 'Ask to join').waitFor()
  await his().getByRole('heading', { name: '1 member' }).waitFor()
})

test('The list of guilds is one query, and accessible', async () => {
  await open('/guilds', 'Guilds')
  await hers().getByRole('link', { name: 'Tide Readers' }).waitFor()
  expect(sent.toSorted()).toEqual(['Guilds', 'News'])
  await expectAccessible(hers(), 'example-guilds')
})

// The screens of the example app where people find something to do and something to read: quests, courses, scrolls.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openSignedIn, startExample, type ExampleApp } from './support/example-app.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages } from '#test/pages.ts'
import { addCourse, addQuest, addScroll } from '#test/story.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'
import type { LearnTables } from '../../subgraphs/learn/tables.ts'

const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only' } })
let app: ExampleApp
let ada: Member
let page: Page
let courseId: string
/** The operations that the page has sent since its last screen was opened. */
let sent: string[] = []
/** The scripts that the page has loaded. */
const scripts: Promise<string>[] = []

beforeAll(async () => {
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 80 })
  await addQuests()
  courseId = await addCourseWithTexts()
  page = await pages.open()
  page.on('request', (request) => sent.push(...operationsOf(request)))
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await openSignedIn(page, app, ada, '/quests')
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => app[Symbol.asyncDispose]())

async function addQuests(): Promise<void> {
  const { system } = pages
  for (let number = 1; number <= 24; number += 1) {
    await addQuest(system, { title: `Row around Buoy ${number}`, difficulty: 'advanced' })
  }
  await addQuest(system, { title: 'Sweep the Harbour', description: 'From the pier to the crane.' })
  await addQuest(system, { title: 'Sound the Depths', difficulty: 'intermediate' })
  await addQuest(system, { title: 'Untangle-the-Line-'.repeat(11), credentialType: 'rigger' })
  await addQuest(system, {
    title: 'Chart the Shallows',
    type: 'weekly',
    difficulty: 'intermediate',
  })
}

const KNOTS = `# What holds

A knot *holds* because the rope presses on itself. <script>alert('no')</script>

- [Bowline](https://example.org/bowline)
- [Nothing](javascript:alert(1))

![A bowline](https://example.org/bowline.png)
`

async function addCourseWithTexts(): Promise<string> {
  const id = await addCourse(pages.system)
  const lessons = pages.system.tables<LearnTables>('learn').updateTable('lessons')
  const write = (number: number, title: string, text: string) =>
    lessons
      .set({ title, text })
      .where('courseId', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  await write(1, 'What holds', KNOTS)
  await write(2, 'The bowline', 'Make a *loop* first.')
  return id
}

function operationsOf(request: Request): string[] {
  if (!request.url().endsWith('/graphql')) return []
  return [(request.postDataJSON() as { operationName: string }).operationName]
}

/** Opens a screen by its address. */
async function open(path: string, heading: string): Promise<void> {
  sent = []
  await page.goto(app.url + path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

const cards = () => page.locator('.cards > li')
const card = (title: string) => cards().filter({ hasText: title })
const fact = (name: string) => page.locator(`[data-fact=${name}]`)
const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('the quest board is one query, and loads more at its end', async () => {
  await page.getByText('28 quests').waitFor()
  expect(sent.filter((name) => name !== 'News')).toEqual(['Quests'])
  await cards().last().scrollIntoViewIfNeeded()
  await expect.poll(() => cards().count()).toBe(28)
})

test('the quest board filters and searches by its URL', async () => {
  await page.getByLabel('Difficulty').selectOption('Intermediate')
  await expect.poll(() => cards().count()).toBe(2)
  await page.getByLabel('Difficulty').selectOption('All')
  await page.getByLabel('Search').fill('harbour')
  await page.getByText('1 quest', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?search=harbour')
  await page.getByLabel('State').selectOption('Done')
  await page.getByText('Nothing fits these filters.').waitFor()
  await page.goBack()
  await card('Sweep the Harbour').waitFor()
  expect(await cards().count()).toBe(1)
})

test('a quest is completed on the board, and its reward is seen to arrive', async () => {
  expect(await fact('level').innerText()).toBe('1')
  await card('Sweep the Harbour').getByRole('button', { name: 'Complete' }).click()
  await card('Sweep the Harbour').getByText('+120 xp, +30 gold').waitFor()
  await card('Sweep the Harbour')
    .getByText(/^Done now, open again in/)
    .waitFor()
  await page.getByText('You have reached level 2.').waitFor()
  await expect.poll(() => fact('level').innerText()).toBe('2')
  await expect.poll(() => fact('gold').innerText()).toBe('30')
})

test('a list that is read again leaves out what is done', async () => {
  await open('/quests?difficulty=intermediate&state=available', 'Quests')
  await card('Sound the Depths').getByRole('button', { name: 'Complete' }).click()
  await card('Sound the Depths').getByText(/^Done/).waitFor()
  await link('Home').click()
  await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
  await page.goBack()
  await expect.poll(() => cards().count()).toBe(1)
  await card('Chart the Shallows').waitFor()
})

test('a completion that is refused is never shown, and the card says why', async () => {
  const quests = pages.system.tables<PathTables>('path').updateTable('quests')
  const title = 'Row around Buoy 24'
  await page.goto(`${app.url}/quests?difficulty=advanced`)
  const refused = card(title).getByRole('button', { name: 'Complete' })
  await refused.waitFor()
  await quests.set({ retiredAt: new Date() }).where('title', '=', title).execute()
  await refused.click()
  await card(title).getByRole('alert').getByText('This is no longer here.').waitFor()
  await refused.waitFor()
})

test('the quest board is accessible', async () => {
  await open('/quests', 'Quests')
  await card('Chart the Shallows').waitFor()
  await expectAccessible(page, 'example-quests')
})

test('a course is enrolled in, and read lesson by lesson to its end', async () => {
  await open('/courses', 'Courses')
  await link('Knots and Ropes').click()
  await link('Read the first lesson').waitFor()
  expect(await hasMarkdown()).toBe(false)
  await link('Read the first lesson').click()
  await page.getByRole('heading', { name: 'What holds', level: 1 }).waitFor()
  expect(await hasMarkdown()).toBe(true)
  await button('Enroll').click()
  await button('Complete the lesson').click()
  await link('Next lesson').click()
  await page.getByText('Make a loop first.').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/courses/${courseId}/lessons/2`)
  await button('Complete the lesson').click()
  await page.getByText('Lesson completed').waitFor()
  await link('Next lesson').click()
  await button('Complete the lesson').click()
  await page.getByText('You have completed the course: +50 skill points').waitFor()
})

/** Whether the page has loaded react-markdown, by the name of a property of it. */
async function hasMarkdown(): Promise<boolean> {
  const texts = await Promise.all(scripts)
  return texts.some((text) => text.includes('skipHtml'))
}

test('what is completed in one browser is seen in the courses of another', async () => {
  const other = await page.context().newPage()
  const { system } = pages
  const sails = await addCourse(system, { title: 'Sails' })
  await other.goto(`${app.url}/courses?search=sails`)
  await other.getByText('1 course', { exact: true }).waitFor()
  await open(`/courses/${sails}`, 'Sails')
  await button('Enroll').click()
  await link('Begin with lesson 1').click()
  await button('Complete the lesson').click()
  await other.bringToFront()
  await other.getByText('1 of 3 lessons completed').waitFor()
  await other.close()
})

test('a lesson is one query, and a text without an enrollment is not shown', async () => {
  const other = await addCourse(pages.system, { title: 'Anchors' })
  await open(`/courses/${other}/lessons/2`, 'Lesson 2')
  await page.getByText('Enroll to read this lesson.').waitFor()
  await button('Enroll').click()
  await page.getByText('There is nothing to read in this lesson.').waitFor()
  expect(sent.filter((name) => !/News|Live$/.test(name))).toEqual(['Lesson', 'Enroll'])
})

test('the text of a lesson brings no HTML, no pictures and no scripts into the page', async () => {
  await open(`/courses/${courseId}/lessons/1`, 'What holds')
  const prose = page.locator('.prose')
  await prose.getByRole('heading', { name: 'What holds', level: 2 }).waitFor()
  expect(await prose.locator('script, img').count()).toBe(0)
  expect(await link('Bowline').getAttribute('href')).toBe('https://example.org/bowline')
  expect(await prose.getByRole('listitem').last().innerHTML()).toBe('Nothing')
  await expectAccessible(page, 'example-lesson')
})

test('the courses and a course are accessible', async () => {
  await open('/courses', 'Courses')
  await card('Knots and Ropes').waitFor()
  await expectAccessible(page, 'example-courses')
  await open(`/courses/${courseId}`, 'Knots and Ropes')
  await expectAccessible(page, 'example-course')
})

test('scrolls are found by house and words, by one query', async () => {
  await addScroll(pages.system, { title: 'The First Winter' })
  await addScroll(pages.system, { title: 'How We Found the Moth', house: 'Ember' })
  await open('/scrolls', 'Scrolls')
  await page.getByText('2 scrolls').waitFor()
  expect(sent.filter((name) => name !== 'News')).toEqual(['Scrolls'])
  await page.getByLabel('House').selectOption('Ember')
  await page.getByText('1 scroll', { exact: true }).waitFor()
  await card('How We Found the Moth').waitFor()
  await page.getByLabel('House').selectOption('All')
  await page.getByLabel('Search').fill('winter')
  await expect
    .poll(() => cards().allInnerTexts())
    .toEqual([expect.stringContaining('The First Winter')])
})

test('a scroll is written, and the error of a field is shown at the field', async () => {
  await link('Write a scroll').click()
  await page.getByLabel('Title').fill('   ')
  await page.getByLabel('Text').fill('The lamp was out.\nWe lit it again.')
  await button('Publish').click()
  await page.locator('input[aria-invalid]').waitFor()
  const refusal = page.locator('.refusal')
  expect(await refusal.innerText()).toMatch(/^Title /)
  const described = await page.getByLabel('Title').getAttribute('aria-describedby')
  expect(described).toBe(await refusal.getAttribute('id'))
  expect(await page.getByLabel('Text').inputValue()).toMatch(/^The lamp/)
  await expectAccessible(page, 'example-scroll-new')
  await page.getByLabel('Title').fill('The Night of the Lamp')
  await button('Publish').click()
  await page.getByRole('heading', { name: 'The Night of the Lamp', level: 1 }).waitFor()
  await page.getByText('We lit it again.').waitFor()
})

/** Where Alan reads what Ada writes. */
let his: Page

test('who leaves the editor is asked about what they have written', async () => {
  await link('Edit').click()
  await page.getByLabel('Text').fill('It goes on.')
  await link('Quests').click()
  const dialog = page.getByRole('dialog', { name: 'Leave without sending it?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Text').inputValue()).toBe('It goes on.')
  await link('Quests').click()
  await dialog.waitFor()
  // Asked again before the browser has told of the closing of the first dialog.
  await page.evaluate('document.querySelector("dialog button").click(); history.back()')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('We lit it again.').waitFor()
})

test('who reads a scroll sees an edit as it is made, and its author the version before', async () => {
  const alan = await joinWithPassword(pages.system, 'alan')
  his = await pages.open()
  await openSignedIn(his, app, alan, new URL(page.url()).pathname)
  await his.getByText('The lamp was out.').waitFor()
  expect(await his.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  await link('Edit').click()
  await page.getByLabel('Text').fill('The lamp was out. Nobody knows why.')
  await button('Save').click()
  await his.getByText('Nobody knows why.').waitFor()
  await page.getByRole('heading', { name: 'Earlier versions' }).waitFor()
  await expectAccessible(page, 'example-scroll')
  await page.getByRole('region', { name: 'Earlier versions' }).getByRole('link').click()
  await page.getByText('We lit it again.').waitFor()
  await expectAccessible(page, 'example-scroll-version')
  await page.goBack()
})

test('a scroll is withdrawn after a second thought, and leaves the list', async () => {
  await button('Withdraw').click()
  const question = page.getByRole('dialog', { name: /^Withdraw this scroll for good\?/ })
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^You have withdrawn it/).waitFor()
  await his.reload()
  await his.getByRole('alert').getByText('This is no longer here.').waitFor()
  await link('Scrolls').click()
  await page.getByText('2 scrolls').waitFor()
  await expectAccessible(page, 'example-scrolls')
  expect(await card('The Night of the Lamp').count()).toBe(0)
})

test('a search everywhere is one query, and leads to what it finds', async () => {
  await open('/search', 'Search')
  sent = []
  await page.getByLabel('Search everywhere').fill('buoy')
  const quests = page.getByRole('region', { name: 'Quests' })
  await quests
    .getByRole('link', { name: /^Row around Buoy/ })
    .first()
    .waitFor()
  expect(await quests.getByRole('listitem').count()).toBe(5)
  await expectAccessible(page, 'example-search')
  const all = quests.getByRole('link', { name: /^All \d+ in Quests$/ })
  const [, total] = /(\d+)/.exec(await all.innerText())!
  await all.click()
  await page.getByText(`${total} quests`, { exact: true }).waitFor()

  await page.goBack()
  await page.getByLabel('Search everywhere').fill('ada')
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('link', { name: 'Ada' }).waitFor()
  await page.getByLabel('Search everywhere').fill('zzqqxx')
  await page.getByText('Nothing is called like that.').waitFor()
})

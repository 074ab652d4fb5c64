// The market in the example app, in the browsers of two people.
import { beforeAll, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { expectAccessible } from './support/axe.ts'
import { button, confirm, twoPeople } from './support/two-people.ts'

const { pages, app, ada, alan, hers, his, sent, open } = twoPeople()

beforeAll(() => giveGold(pages.system, ada, 70))

let listingId: string

test('A price that changes is seen by who looks at it, and refused to who has not seen it', async () => {
  const asset = await addAsset(pages.system, ada, {
    name: 'Rotor of Seven Letters',
    kind: 'relic',
  })
  listingId = await addListing(pages.system, ada, 30, asset)
  await giveGold(pages.system, alan, 100)
  await his().goto(`${app.url}/market`)
  await his().getByRole('link', { name: 'Rotor of Seven Letters' }).click()
  const price = his().locator('[data-fact=price]')
  await expect.poll(() => price.innerText()).toBe('30 gold')
  await open('/market/assets', 'Your assets')
  await changePrice('45')
  await expect.poll(() => price.innerText()).toBe('45 gold')
  await button(his(), 'Buy for 45 gold').click()
  await changePrice('50')
  await expect.poll(() => price.innerText()).toBe('50 gold')
  await his().getByRole('dialog').getByRole('button', { name: 'Buy for 45 gold' }).click()
  await his().getByRole('alert').getByText('The price has changed: it is 50 gold now.').waitFor()
  await expectAccessible(his(), 'example-market')
  await confirm(his(), 'Buy for 50 gold')
  await his().getByText('It is sold.').waitFor()
  await hers().getByText('Rotor of Seven Letters to').waitFor()
  await hers().getByText('You own 0 things').waitFor()
})

async function changePrice(price: string): Promise<void> {
  await button(hers(), 'Change the price of Rotor of Seven Letters').click()
  await hers().getByLabel('Price in gold').fill(price)
  await button(hers(), 'Change it').click()
  await hers().getByText(`For sale at ${price} gold`).waitFor()
}

test('What is for sale is filtered by its kind and its price', async () => {
  const map = await addAsset(pages.system, ada, { name: 'Shortest Path Map', kind: 'map' })
  await addListing(pages.system, ada, 80, map)
  await addListing(pages.system, ada, 20)
  await his().goto(`${app.url}/market?minPrice=30`)
  await his().getByText('1 listing').waitFor()
  await his().getByLabel('From gold').fill('')
  await his().getByText('2 listings').waitFor()
  await his().getByLabel('Kind').selectOption('Map')
  await his().getByRole('link', { name: 'Ember Lantern' }).waitFor({ state: 'detached' })
  await his().getByRole('link', { name: 'Shortest Path Map' }).waitFor()
  expect(his().url()).toBe(`${app.url}/market?kind=map`)
})

test('The seller sees at the URL of a listing that it is sold', async () => {
  await open(`/market?listing=${listingId}`, 'Market')
  await hers().getByText('You have sold it.').waitFor()
  expect(sent.toSorted()).toEqual(['ListingLive', 'Market', 'News'])
})

test('An asset is put up for sale, taken off the market and given away', async () => {
  await addAsset(pages.system, ada, { name: 'Moth Wing Folio' })
  await open('/market/assets', 'Your assets')
  expect(sent.toSorted()).toEqual(['MyAssets', 'News'])
  await button(hers(), 'Sell Moth Wing Folio').click()
  await hers().getByLabel('Price in gold').fill('12')
  await button(hers(), 'Put it up for sale').click()
  await hers().getByText('For sale at 12 gold').waitFor()
  await expectAccessible(hers(), 'example-market-assets')
  await his().goto(`${app.url}/market`)
  await his().getByRole('link', { name: 'Moth Wing Folio' }).click()
  await button(his(), 'Buy for 12 gold').waitFor()
  await button(hers(), 'Take it off the market: Moth Wing Folio').click()
  await his().getByText('It is no longer for sale.').waitFor()
  await his().getByRole('link', { name: 'Moth Wing Folio' }).waitFor({ state: 'detached' })
  await button(hers(), 'Sell Moth Wing Folio').waitFor()
  await hers().getByRole('link', { name: 'Give away Moth Wing Folio' }).click()
  await hers().getByLabel('To whom?').fill('alan')
  await button(hers(), 'Give it to Alan').waitFor()
  await expectAccessible(hers(), 'example-market-gift')
  await confirm(hers(), 'Give it to Alan')
  await hers().getByRole('heading', { name: 'Moth Wing Folio' }).waitFor({ state: 'detached' })
  await hers().getByText('You own 2 things').waitFor()
  await his().goto(`${app.url}/market/assets`)
  await his().getByRole('heading', { name: 'Moth Wing Folio' }).waitFor()
})

test('The statement has the totals, and every movement as a table beside the chart', async () => {
  await open('/market/statement', 'Your gold')
  const total = (name: string) => hers().locator(`[data-fact=${name}]`).innerText()
  await expect.poll(() => total('received')).toBe('120')
  expect(await total('now')).toBe('120')
  await hers().getByRole('img', { name: 'Your gold over time, from 0 to 120' }).waitFor()
  await hers().getByRole('cell', { name: 'Sold: Rotor of Seven Letters' }).waitFor()
  expect(sent.toSorted()).toEqual(['News', 'Statement'])
  await giveGold(pages.system, ada, 5)
  await expect.poll(() => total('now')).toBe('125')
  await expectAccessible(hers(), 'example-market-statement')
  await hers().getByLabel('Period').selectOption('The last 7 days')
  await expect.poll(() => hers().url()).toMatch(/\?period=week$/)
  await expect.poll(() => total('received')).toBe('125')
})

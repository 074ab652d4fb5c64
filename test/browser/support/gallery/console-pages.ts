// Pages of the console for administrators.
import type { Page } from 'playwright-core'
import { joinWithPassword } from '#test/oauth.ts'
import {
  entered,
  appoint,
  giveVerifiedAddress,
  fillAccount,
  type Exhibition,
  type GalleryPages,
} from './gallery-people.ts'

export const CONSOLE_PAGES: GalleryPages = {
  async 'admin-people'(exhibition) {
    await joinWithPassword(exhibition.pages.system, 'sophie', { house: 'Aether' })
    return administrating(exhibition, 'gerty', '/admin')
  },
  async 'admin-person'(exhibition) {
    await entered(exhibition, 'meitner', 'Terra')
    await fillAccount(exhibition, 'meitner')
    await giveVerifiedAddress(exhibition, 'meitner')
    const page = await administrating(exhibition, 'marie', '/admin')
    await page.getByLabel('Find a person').fill('meitner')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Meitner' }).click()
    await page.getByRole('heading', { name: 'Meitner', level: 1 }).waitFor()
    return page
  },
  async 'admin-question'(exhibition) {
    const { id } = await joinWithPassword(exhibition.pages.system, 'vera')
    const page = await administrating(exhibition, 'cecilia', `/admin/people/${id}/rename`)
    await page.getByLabel('New username').fill('support')
    await page.getByLabel('Reason').fill('It insults people.')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The username is reserved.').waitFor()
    return page
  },
  'admin-clients': (exhibition) =>
    administrating(exhibition, 'jocelyn', '/admin/clients?search=test'),
  'admin-client': (exhibition) =>
    administrating(exhibition, 'rosalind', `/admin/clients/${exhibition.app.id}`),
  async 'admin-register'(exhibition) {
    const page = await administrating(exhibition, 'barbara_l', '/admin/clients/new')
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByLabel('Redirect URIs', { exact: true }).fill('ftp://harbour.example')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Redirect URI 1').first().waitFor()
    return page
  },
  async 'admin-secret'(exhibition) {
    const page = await administrating(exhibition, 'lynn', '/admin/keys')
    await page.getByLabel('Purpose of a new key').fill('Archive')
    await page.getByRole('button', { name: 'Issue a key' }).click()
    await page.getByText('It is shown only now.').waitFor()
    return page
  },
  'admin-keys': (exhibition) => administrating(exhibition, 'karen', '/admin/keys'),
  'admin-audit': (exhibition) => administrating(exhibition, 'adele', '/admin/audit'),
  'admin-administrators': (exhibition) =>
    administrating(exhibition, 'ruth', '/admin/administrators'),
  async 'admin-without-factor'(exhibition) {
    const page = await entered(exhibition, 'sally', 'Tide')
    await appoint(exhibition, 'sally')
    await page.goto('/admin')
    return page
  },
}

/** A page of the console. */
async function administrating(
  exhibition: Exhibition,
  username: string,
  path: string,
): Promise<Page> {
  const page = await entered(exhibition, username, 'Tide', '/account', 'admin')
  await page.goto(path)
  return page
}

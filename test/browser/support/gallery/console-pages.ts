// Pages of the console for administrators.
import type { Page } from 'playwright-core'
import { joinWithPassword } from '#test/oauth.ts'
import {
  openAsNewPerson,
  makeAdministrator,
  giveVerifiedAddress,
  fillAccount,
  type GalleryContext,
  type GalleryPages,
} from './gallery-people.ts'

export const CONSOLE_PAGES: GalleryPages = {
  async 'admin-people'(context) {
    await joinWithPassword(context.pages.system, 'sophie', { house: 'Aether' })
    return openConsole(context, 'gerty', '/admin')
  },
  async 'admin-person'(context) {
    await openAsNewPerson(context, 'meitner', 'Terra')
    await fillAccount(context, 'meitner')
    await giveVerifiedAddress(context, 'meitner')
    const page = await openConsole(context, 'marie', '/admin')
    await page.getByLabel('Find a person').fill('meitner')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Meitner' }).click()
    await page.getByRole('heading', { name: 'Meitner', level: 1 }).waitFor()
    return page
  },
  async 'admin-question'(context) {
    const { id } = await joinWithPassword(context.pages.system, 'vera')
    const page = await openConsole(context, 'cecilia', `/admin/people/${id}/rename`)
    await page.getByLabel('New username').fill('support')
    await page.getByLabel('Reason').fill('It insults people.')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The username is reserved.').waitFor()
    return page
  },
  'admin-clients': (context) => openConsole(context, 'jocelyn', '/admin/clients?search=test'),
  'admin-client': (context) => openConsole(context, 'rosalind', `/admin/clients/${context.app.id}`),
  async 'admin-register'(context) {
    const page = await openConsole(context, 'barbara_l', '/admin/clients/new')
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByLabel('Redirect URIs', { exact: true }).fill('ftp://harbour.example')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Redirect URI 1').first().waitFor()
    return page
  },
  async 'admin-secret'(context) {
    const page = await openConsole(context, 'lynn', '/admin/keys')
    await page.getByLabel('Purpose of a new key').fill('Archive')
    await page.getByRole('button', { name: 'Issue a key' }).click()
    await page.getByText('It is shown only now.').waitFor()
    return page
  },
  'admin-keys': (context) => openConsole(context, 'karen', '/admin/keys'),
  'admin-audit': (context) => openConsole(context, 'adele', '/admin/audit'),
  'admin-administrators': (context) => openConsole(context, 'ruth', '/admin/administrators'),
  async 'admin-without-factor'(context) {
    const page = await openAsNewPerson(context, 'sally', 'Tide')
    await makeAdministrator(context, 'sally')
    await page.goto('/admin')
    return page
  },
}

/** A page of the console. */
async function openConsole(context: GalleryContext, username: string, path: string): Promise<Page> {
  const page = await openAsNewPerson(context, username, 'Tide', '/account', 'admin')
  await page.goto(path)
  return page
}

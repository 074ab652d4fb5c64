// The link to the confirmation that a sensitive form of the account needs first.
import { html, type Html } from '../html.ts'
import type { ConfirmedPurpose } from '../sign-in/confirmation-page.ts'

/** The path of the confirmation page that leads back to the section. */
export const confirmationPath = (purpose: ConfirmedPurpose): string =>
  `/account/confirm?for=${purpose}`

/** The link that is shown in place of the form. */
export const confirmFirst = (purpose: ConfirmedPurpose, text: string): Html =>
  html`<p><a class="button" href="${confirmationPath(purpose)}">${text}</a></p>`

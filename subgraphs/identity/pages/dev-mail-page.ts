// The mails of a system without an SMTP server, for developers; never in production.
import type { Email } from 'postal-mime'
import { html, type Content, type Html } from './html.ts'
import { page } from './layout.ts'
import { ago } from './time.ts'

export interface DevMail {
  id: string
  email: Pick<Email, 'date' | 'html' | 'subject' | 'text' | 'to'>
}

export function devMailPage(mails: readonly DevMail[], now: Date): string {
  return page({
    title: 'Mail',
    shape: 'account',
    styles: ['account.css'],
    main: html`
      <h1>Mail</h1>
      <p class="lead">
        What would be sent if <code>SMTP_URL</code> were set, newest first. Only a system that is
        not in production has this page.
      </p>
      ${mails.length === 0 ? html`<p class="nothing">None yet.</p>` : ''}
      ${mails.map((mail) => message(mail, now))}
    `,
  })
}

const message = ({ email, id }: DevMail, now: Date): Html =>
  html`<article class="mail" aria-labelledby="${id}">
    <h2 id="${id}">${email.subject ?? ''}</h2>
    <p class="aside">
      To ${(email.to ?? []).map(({ address }) => address ?? '').join(', ')} ·
      ${email.date ? ago(new Date(email.date), now) : ''} ·
      <a href="/dev/mail/${id}">As HTML</a>
    </p>
    <pre tabindex="0">${linked(email.text ?? '')}</pre>
  </article>`

/** Text in which URLs become links. */
const linked = (text: string): Content =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))

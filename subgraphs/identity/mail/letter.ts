// A message as plain text and simple HTML with the same content.
import { html, type Html } from '../pages/html.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  html: string
}

export interface LetterContent {
  subject: string
  /** The reader's username; undefined without an account. */
  username: string | undefined
  paragraphs: readonly string[]
  /** Names and values, such as time, place and device. */
  facts?: readonly (readonly [name: string, value: string])[]
  action?: { text: string; url: string }
  /** The link to report "this was not me". */
  notMeUrl?: string
  /** Why the reader gets the mail; by default, because the address belongs to their account. */
  footer?: string
}

export function writeLetter(to: string, content: LetterContent): Letter {
  return { to, subject: content.subject, text: asText(content), html: asHtml(content) }
}

const NOT_ME = 'This was not me'
const DISAVOWAL = 'The link locks your account, ends every sign-in, and shows how you get back in.'
const FOOTER = 'Ecosystem writes to you because this address belongs to your account.'

function greeting(username: string | undefined): string {
  return username === undefined ? 'Hello,' : `Hello @${username},`
}

function asText(content: LetterContent): string {
  const { action, notMeUrl, facts = [], footer = FOOTER, paragraphs, username } = content
  return [
    greeting(username),
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action ? `${action.text}:\n${action.url}` : '',
    notMeUrl === undefined ? '' : `Was it not you? ${DISAVOWAL}\n${notMeUrl}`,
    `-- \n${footer}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Mail programs support few styles: mainly inline ones, and only parts of a style sheet. */
function asHtml(content: LetterContent): string {
  const { action, notMeUrl, facts = [], footer = FOOTER, paragraphs, subject, username } = content
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
        <style>
          ${DARK}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:#eef2ee;color:#13231e;${FONT}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td align="center" style="padding:32px 16px">
              <div
                class="card"
                style="max-width:520px;text-align:left;background:#fbfdfb;border:1px solid #c3cec7;border-radius:14px;overflow:hidden"
              >
                ${HOUSES}
                <div style="padding:28px 28px 24px">
                  <p class="soft" style="margin:0 0 20px;font-weight:650;color:#46564f">
                    Ecosystem
                  </p>
                  <h1
                    style="margin:0 0 16px;font-size:24px;line-height:1.25;letter-spacing:-0.01em"
                  >
                    ${subject}
                  </h1>
                  ${paragraph(greeting(username))} ${paragraphs.map(paragraph)}
                  ${facts.length > 0 ? factTable(facts) : ''} ${action ? button(action) : ''}
                  ${notMeUrl === undefined ? '' : disavowal(notMeUrl)}
                </div>
              </div>
              <p class="soft" style="max-width:520px;margin:16px 0 0;font-size:13px;color:#46564f">
                ${footer}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return document.toString()
}

const FONT =
  "font:16px/1.55 -apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif"

const DARK = `:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .ground { background: #0d1513 !important; color: #e6eee9 !important }
  .card { background: #16211d !important; border-color: #2e3d37 !important }
  .soft { color: #a9b9b1 !important }
  .line { border-color: #2e3d37 !important }
  .button { background: #7fd4bb !important; color: #07110e !important }
  .link { color: #7fd4bb !important }
}`

/** A ribbon in the colours of the four houses. */
const HOUSES: Html = html`<table
  role="presentation"
  width="100%"
  cellpadding="0"
  cellspacing="0"
  border="0"
>
  <tr>
    ${['#5544b0', '#ae3a12', '#55660f', '#0b5f82'].map(
      (colour) =>
        html`<td height="5" style="height:5px;font-size:0;background:${colour}">&nbsp;</td>`,
    )}
  </tr>
</table>`

const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`

const factTable = (facts: NonNullable<LetterContent['facts']>): Html =>
  html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:0 0 16px;border-spacing:0"
  >
    ${facts.map(
      ([name, value]) =>
        html`<tr>
          <td class="soft" style="padding:2px 20px 2px 0;vertical-align:top;color:#46564f">
            ${name}
          </td>
          <td style="padding:2px 0;vertical-align:top;word-break:break-word">${value}</td>
        </tr>`,
    )}
  </table>`

const button = ({ text, url }: NonNullable<LetterContent['action']>): Html =>
  html`<p style="margin:24px 0 12px">
      <a
        class="button"
        href="${url}"
        style="display:inline-block;padding:13px 24px;background:#0f5a4a;color:#ffffff;font-weight:600;text-decoration:none;border-radius:10px"
        >${text}</a
      >
    </p>
    <p class="soft" style="margin:0 0 16px;font-size:13px;color:#46564f;word-break:break-all">
      Or open this address: ${url}
    </p>`

const disavowal = (url: string): Html =>
  html`<p class="line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #c3cec7">
    <a class="link" href="${url}" style="color:#0f5a4a;font-weight:600">${NOT_ME}</a><br />
    <span class="soft" style="font-size:14px;color:#46564f">${DISAVOWAL}</span>
  </p>`

// Where a person is signed in, and the apps that they have allowed to act for them.
import { scopeWords } from '../authorization/scope-words.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { rowButton, rows } from '../rows.ts'
import { ago, day } from '../time.ts'
import { agentWords } from '../user-agent.ts'
import type { AccountProps } from './account-props.ts'

export const sessions = ({ csrf, now, sessions }: AccountProps): Content => [
  rows(
    sessions.map((session) => {
      const { address, id, isCurrent, lastSeenAt, signedInAt, userAgent } = session
      const agent = agentWords(userAgent)
      return {
        title: [agent, isCurrent ? html` <strong class="badge">This one</strong>` : ''],
        about: html`
          <p>Signed in ${ago(signedInAt, now)} with ${methodWords(session)} from ${address}</p>
          <p>Last seen ${ago(lastSeenAt, now)}</p>
        `,
        end: form(
          { action: '/account/sessions/end', csrf, id },
          rowButton('Sign out', `${agent} at ${address}`),
        ),
      }
    }),
    'You are signed in nowhere.',
  ),
  form({ action: '/account/sessions/end-all', csrf }, html`<button>Sign out everywhere</button>`),
]

/** `a password and a code`. A passkey counts as both factors. */
function methodWords({ method, methods }: AccountProps['sessions'][number]): string {
  if (method === 'passkey') return 'a passkey'
  if (methods.includes('otp')) return `a ${method} and a code`
  return methods.includes('user') ? `a ${method} and a passkey` : `a ${method}`
}

export const connectedApps = ({ csrf, apps }: AccountProps): Html =>
  rows(
    apps.map(({ clientId, givenAt, name, scopes }) => ({
      title: name,
      about: html`<p>Since ${day(givenAt)} it may</p>
        <ul class="granted">
          ${scopes.map((scope) => html`<li>${scopeWords(scope)}</li>`)}
        </ul>`,
      end: form(
        { action: '/account/apps/disconnect', csrf, id: clientId },
        rowButton('Disconnect', name),
      ),
    })),
    'You have allowed no app.',
  )

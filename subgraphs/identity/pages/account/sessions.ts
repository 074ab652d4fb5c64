// The sessions of a person.
import type { AccountProps, SessionView } from './account-props.ts'
import { form } from '../form.ts'
import { html, type Content } from '../html.ts'
import { rows } from '../rows.ts'
import { ago } from '../time.ts'
import { agentWords } from '../user-agent.ts'

export const sessions = ({ csrf, now, sessions }: AccountProps): Content => [
  rows(
    sessions.map((session) => ({
      title: title(session),
      about: html`
        <p>
          Signed in ${ago(session.signedInAt, now)} with ${methodWords(session)} from
          ${session.address}
        </p>
        <p>Last seen ${ago(session.lastSeenAt, now)}</p>
      `,
      end: {
        action: '/account/sessions/end',
        csrf,
        id: session.id,
        text: 'Sign out',
        what: `${agentWords(session.userAgent)} at ${session.address}`,
      },
    })),
    'You are signed in nowhere.',
  ),
  form({ action: '/account/sessions/end-all', csrf }, html`<button>Sign out everywhere</button>`),
]

/** `a password and a code`. A passkey counts as both factors. */
function methodWords({ method, methods }: SessionView): string {
  if (method === 'passkey') return 'a passkey'
  if (methods.includes('otp')) return `a ${method} and a code`
  return methods.includes('user') ? `a ${method} and a passkey` : `a ${method}`
}

const title = ({ userAgent, isCurrent }: SessionView): Content => [
  agentWords(userAgent),
  isCurrent ? html` <strong class="badge">This one</strong>` : '',
]

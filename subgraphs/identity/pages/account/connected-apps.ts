// The apps that a person has allowed to act for them.
import type { AccountProps, ConnectedApp } from './account-props.ts'
import { html, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { day } from '../time.ts'

export const connectedApps = ({ csrf, apps }: AccountProps): Html =>
  rows(
    apps.map((app) => ({
      title: app.name,
      about: allowed(app),
      end: {
        action: '/account/apps/disconnect',
        csrf,
        id: app.id,
        text: 'Disconnect',
        what: app.name,
      },
    })),
    'You have allowed no app.',
  )

const allowed = ({ scopes, since }: ConnectedApp): Html =>
  html`<p>Since ${day(since)} it may</p>
    <ul class="granted">
      ${scopes.map(({ words }) => html`<li>${words}</li>`)}
    </ul>`

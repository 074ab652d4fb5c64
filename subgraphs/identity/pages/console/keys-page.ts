// Signing keys and admin API keys in the console.
import { field } from '../field.ts'
import { form } from '../form.ts'
import { html, type Html } from '../html.ts'
import { day } from '../time.ts'
import {
  badge,
  consolePage,
  consoleSection,
  linked,
  nextPage,
  type ConsoleProps,
} from './console-page.ts'

export interface KeysProps extends ConsoleProps {
  signingKeys: readonly { kid: string; algorithm: string; state: string }[]
  adminKeys: readonly { id: string; name: string; createdAt: Date; revokedAt: Date | null }[]
  next?: string | undefined
  name?: string | undefined
  error?: string | undefined
}

export const keysPage = (props: KeysProps): string =>
  consolePage({
    ...props,
    part: 'keys',
    isRefused: props.error !== undefined,
    main: [
      consoleSection('signing', 'Signing keys', [
        html`<p>They sign all tokens.</p>`,
        linked(
          props.signingKeys.map(({ kid, algorithm, state }) => ({
            title: html`<code>${kid}</code>`,
            about: html`<p>${algorithm} · ${state}</p>`,
          })),
          'There are none.',
        ),
        html`<p><a class="button" href="/admin/keys/rotate">Rotate them</a></p>`,
      ]),
      consoleSection('admin-keys', 'Admin API keys', [
        html`<p>Their holders may issue credentials.</p>`,
        linked(props.adminKeys.map(adminKey), 'There are none.'),
        nextPage(props.next),
        newKey(props),
      ]),
    ],
  })

const adminKey = ({ id, name, createdAt, revokedAt }: KeysProps['adminKeys'][number]) => ({
  title: name,
  about: html`<p>Since ${day(createdAt)} ${revokedAt ? badge('Revoked', 'grave') : ''}</p>`,
  end: revokedAt
    ? ''
    : html`<a class="button" href="/admin/keys/${id}/revoke"
        >Revoke <span class="unseen">${name}</span></a
      >`,
})

const newKey = ({ csrf, error, name }: KeysProps): Html =>
  form({ action: '/admin/keys', csrf, look: 'stack' }, [
    field({
      name: 'name',
      label: 'Purpose of a new key',
      value: name,
      error,
      attributes: html`type="text" autocomplete="off" maxlength="100" required`,
    }),
    html`<button>Issue a key</button>`,
  ])

// Signing keys and admin API keys in the console.
import {
  createAdminKey,
  listAdminKeys,
  revokeAdminKey,
} from '../../domain/administration/admin-key.ts'
import { rotateSigningKeys } from '../../domain/administration/signing-key-change.ts'
import { fieldErrors, field, form } from '../form.ts'
import { keyState } from '../../oauth/keys/key-state.ts'
import { keyStoreOf } from '../../oauth/keys/key-store.ts'
import { addNextKeys } from '../../oauth/keys/rotation.ts'
import { ALGORITHMS, publishedKeysAt } from '../../oauth/keys/signing-keys.ts'
import {
  confirmPage,
  secretPage,
  badge,
  consolePage,
  consoleSection,
  nextPage,
  type ConsoleProps,
} from './console-page.ts'
import { dayWords, day } from '../time.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import { asAdministrator, type AdministratorSession } from './access.ts'
import { consoleProps, nextPath, segmentOf, show, submit, doneNotice } from './response.ts'
import { html, type Html } from '../html.ts'
import { rows } from '../rows.ts'

async function renderKeys(
  administering: AdministratorSession,
  shown: Pick<KeysProps, 'name' | 'error' | 'notice'>,
): Promise<string> {
  const { ctx, req } = administering
  const list = await listAdminKeys(ctx, { first: 50, after: queryParameters(req).get('after') })
  const [adminKeys, signingKeys] = await Promise.all([list.page(), listSigningKeys(administering)])
  return keysPage({
    ...consoleProps(administering),
    signingKeys,
    adminKeys: adminKeys.nodes,
    next: nextPath('/admin/keys', adminKeys),
    ...shown,
  })
}

async function listSigningKeys({ ctx }: AdministratorSession): Promise<KeysProps['signingKeys']> {
  const now = ctx.now()
  const lists = ALGORITHMS.map(async (algorithm) => {
    const keys = await keyStoreOf(ctx).read(algorithm, now)
    return publishedKeysAt(keys, now).map((key) => {
      return { kid: key.jwk.kid!, algorithm, state: keyState(key, keys, now, dayWords) }
    })
  })
  return (await Promise.all(lists)).flat()
}

export const showKeys = show((administering) =>
  renderKeys(administering, { notice: doneNotice(queryParameters(administering.req)) }),
)

const nameIn = (form: Parameters): string => (form.get('name') ?? '').trim()

export const submitAdminKey = submit(
  async (administering, form) => {
    const name = nameIn(form)
    const created = await createAdminKey(asAdministrator(administering), { name }).catch(
      (error: unknown) => fieldErrors(error, { name: 'The purpose' }),
    )
    if ('errors' in created) {
      return { refused: await renderKeys(administering, { name, error: created.errors.name }) }
    }
    const page = secretPage({
      ...consoleProps(administering),
      part: 'keys',
      title: `A key for ${name}`,
      text: 'It is shown only now. Send it in the header X-Admin-API-Key.',
      values: [['Key', created.key]],
      back: '/admin/keys',
    })
    return { page }
  },
  (administering, form, notice) => renderKeys(administering, { name: nameIn(form), notice }),
)

export const askKeyRevocation = show((administering) =>
  confirmPage({
    ...consoleProps(administering),
    part: 'keys',
    title: 'Revoke this key for good?',
    text: 'Programs that use it can no longer issue credentials.',
    button: 'Revoke',
    action: `/admin/keys/${segmentOf(administering, 'id')}/revoke`,
    back: '/admin/keys',
  }),
)

export const submitKeyRevocation = submit(async (administering) => {
  await revokeAdminKey(asAdministrator(administering), segmentOf(administering, 'id'))
  return { to: '/admin/keys?done=revoked' }
})

export const askRotation = show((administering) =>
  confirmPage({
    ...consoleProps(administering),
    part: 'keys',
    title: 'Rotate the signing keys?',
    text: 'New keys are published at once, and sign tokens after 15 minutes. Earlier tokens stay valid. After a leak, use the command instead: it replaces the keys at once.',
    button: 'Rotate',
    action: '/admin/keys/rotate',
    back: '/admin/keys',
  }),
)

export const submitRotation = submit(async (administering) => {
  const { now, settings } = administering.ctx
  const isRotated = await rotateSigningKeys(asAdministrator(administering), (db) =>
    addNextKeys(keyStoreOf({ db, settings }), now()),
  )
  return { to: `/admin/keys?done=${isRotated ? 'rotated' : 'next-key-waits'}` }
})

interface KeysProps extends ConsoleProps {
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
        rows(
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
        rows(props.adminKeys.map(adminKey), 'There are none.'),
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

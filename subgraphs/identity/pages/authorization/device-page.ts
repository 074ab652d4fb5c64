// The pages for a device without a browser: entering its code, and deciding about its access.
import { who, wishes, type ConsentScope } from './consent-page.ts'
import { field, notice } from '../field.ts'
import { form } from '../form.ts'
import { html, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { warningSign } from '../marks.ts'

interface Account {
  displayName: string
  username: string
  house: string
}

export interface DeviceCodeProps {
  /** The URL that takes `user_code`. */
  action: string
  csrf: string
  /** The code that prefills the field. */
  userCode: string
  account: Account
  /** The error of the form as a whole. */
  notice?: string | undefined
  /** The error of the code. */
  error?: string | undefined
}

export function deviceCodePage(props: DeviceCodeProps): string {
  const { action, csrf, userCode, account, error } = props
  return page({
    title: (error ?? props.notice) ? 'Error: Connect a device' : 'Connect a device',
    house: account.house,
    main: html`
      <h1>Connect a device</h1>
      <p class="lead">Type the code that your device shows. You decide on the next page.</p>
      ${props.notice ? notice({ kind: 'error', text: props.notice }) : ''}
      ${form({ action, csrf, look: 'stack' }, [
        field({
          name: 'user_code',
          label: 'Code',
          value: userCode,
          error,
          hint: 'Eight letters, such as WDJB-MJHT.',
          attributes: html`class="user-code" required maxlength="20" autocomplete="off"
          autocapitalize="characters" spellcheck="false"`,
        }),
        html`<button class="primary">Continue</button>`,
      ])}
      <p class="aside">Signed in as @${account.username}.</p>
    `,
  })
}

interface WaitingDevice {
  clientName: string
  /** The device's network address, and when it asked. */
  address: string
  createdAt: Date
}

export interface DeviceConsentProps {
  /** The URL that takes `decision=allow` or `decision=deny`. */
  action: string
  switchAction: string
  csrf: string
  userCode: string
  device: WaitingDevice
  scopes: readonly ConsentScope[]
  account: Account
  now: Date
}

export function deviceConsentPage(props: DeviceConsentProps): string {
  const { account, device, scopes, userCode } = props
  return page({
    title: `Allow ${device.clientName}?`,
    house: account.house,
    main: html`
      <h1>Allow <span class="client">${device.clientName}</span> on a device?</h1>
      ${who(props)} ${warning(userCode)} ${wishes(scopes)} ${decision(props)}
      <p class="aside">
        It asked ${ago(props)} from <span class="host">${device.address}</span>. You can withdraw
        your consent on your account page.
      </p>
    `,
  })
}

/** Warns that an attacker may have sent the code (RFC 8628, section 5.4). */
const warning = (userCode: string): Html =>
  html`<div class="warning">
    ${warningSign}
    <p>
      <strong>Allow this only if the device in front of you shows</strong>
      <span class="user-code">${userCode}</span>. If somebody sent you this code or a link, choose
      Deny: they would be signed in as you.
    </p>
  </div>`

function ago({ device, now }: DeviceConsentProps): string {
  const minutes = Math.floor((now.getTime() - device.createdAt.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}

const decision = ({ action, csrf, userCode }: DeviceConsentProps): Html =>
  form({ action, csrf, look: 'stack' }, [
    html`<input type="hidden" name="user_code" value="${userCode}" />
      <div class="decision">
        <button class="primary" name="decision" value="allow">Allow</button>
        <button name="decision" value="deny">Deny</button>
      </div>`,
  ])

// The pages for a device without a browser: entering its code, and deciding about its access.
import type { PendingDevice } from '../../domain/authorization/device-authorization.ts'
import { errorNotice, field, form, hidden, type FormProps } from '../form.ts'
import { html, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { warningSign } from '../marks.ts'
import { decision, who, scopeLists, type ConsentProps } from './consent.ts'

export interface DeviceCodeProps extends FormProps {
  /** The code that prefills the field. */
  userCode: string
  account: ConsentProps['account']
  /** The error of the form as a whole. */
  notice?: string
  /** The error of the code. */
  error?: string
}

export const deviceCodePage = (props: DeviceCodeProps): string =>
  page({
    title: 'Connect a device',
    isRefused: (props.error ?? props.notice) !== undefined,
    house: props.account.house,
    lead: 'Type the code that your device shows. You decide on the next page.',
    main: html`
      ${errorNotice(props.notice)}
      ${form({ action: props.action, csrf: props.csrf, look: 'stack' }, [
        field({
          name: 'user_code',
          label: 'Code',
          value: props.userCode,
          error: props.error,
          hint: 'Eight letters, such as WDJB-MJHT.',
          attributes: html`class="user-code" required maxlength="20" autocomplete="off"
          autocapitalize="characters" spellcheck="false"`,
        }),
        html`<button class="primary">Continue</button>`,
      ])}
      <p class="aside">Signed in as @${props.account.username}.</p>
    `,
  })

interface DeviceConsentProps extends Omit<ConsentProps, 'client'> {
  userCode: string
  device: Pick<PendingDevice, 'address' | 'clientName' | 'createdAt'>
  now: Date
}

export function deviceConsentPage(props: DeviceConsentProps): string {
  const { device, userCode } = props
  return page({
    title: `Allow ${device.clientName}?`,
    heading: html`Allow <span class="client">${device.clientName}</span> on a device?`,
    house: props.account.house,
    main: html`
      ${who(props)} ${warning(userCode)} ${scopeLists(props.scopes)}
      ${decision(props, hidden('user_code', userCode))}
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

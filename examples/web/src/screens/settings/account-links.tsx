// The pages of the ID service: this app never sees a password or a passkey. examples/server knows where they are.
import { Section } from '../../components/section.tsx'

const LINKS = [
  {
    page: 'security',
    words: 'Sign-in and security',
    about: 'E-mail address, password, passkeys, wallets, second factor and recovery codes',
  },
  {
    page: 'devices',
    words: 'Devices and apps',
    about: 'Where you are signed in, and what may act for you',
  },
  {
    page: 'data',
    words: 'Your data',
    about: 'A copy of everything, and how to leave',
  },
] as const

export function AccountLinks() {
  return (
    <Section title="Account">
      <ul className="rows">
        {LINKS.map(({ page, words, about }) => (
          <li key={page}>
            <a href={`/auth/account/${page}`}>{words}</a>
            <span className="soft">{about}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

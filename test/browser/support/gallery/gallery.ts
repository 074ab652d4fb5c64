// Every page in every state that looks different, for tests that check all of them.
import { ACCOUNT_PAGES } from './account-pages.ts'
import { CONSOLE_PAGES } from './console-pages.ts'
import type { GalleryPages } from './gallery-people.ts'
import { RECOVERY_PAGES } from './recovery-pages.ts'
import { SIGN_IN_PAGES } from './sign-in-pages.ts'

export const GALLERY: GalleryPages = {
  ...SIGN_IN_PAGES,
  ...ACCOUNT_PAGES,
  ...RECOVERY_PAGES,
  ...CONSOLE_PAGES,
}

import type { texts } from '@thirty/contracts/texts/texts.ts'
import { en } from '../../messages/en.ts'
import { createTexts } from './create-texts.ts'
import type { Texts } from './message-types.ts'

/**
 * Returns a message in the language of this page: `t('accounts.logIn')`, and `t.rich` for one with tags. The key is written out in the
 * call, because the build puts the message there. The group `serverTexts` has the texts of the server.
 */
// Safe: `Texts` only narrows the keys and values.
export const t = createTexts(en) as unknown as Texts<typeof en & { serverTexts: typeof texts }>

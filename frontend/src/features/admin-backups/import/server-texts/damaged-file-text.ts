import { createServerTexts } from '../../../../shared/i18n/server-texts/create-server-texts.ts'
import { messages, sources } from './messages/en.ts?translations'

/** Returns why the server refused a file, in the language of this page. */
export const damagedFileText = createServerTexts(messages, sources)

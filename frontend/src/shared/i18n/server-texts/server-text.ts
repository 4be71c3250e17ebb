import { createServerTexts } from './create-server-texts.ts'
import { messages, sources } from './messages/en.ts?translations'

/** Returns a text of the server or of the contracts in the language of this page; the text itself if it is not known. */
export const serverText = createServerTexts(messages, sources)

import { createServerTexts } from '../../../../shared/i18n/server-texts/create-server-texts.ts'
import { serverText } from '../../../../shared/i18n/server-texts/server-text.ts'
import { messages, sources } from './messages/en.ts?translations'

const textOfImport = createServerTexts(messages, sources)

/** Returns why a row or a file was refused, in the language of this page. */
export const importText = (message: string): string => serverText(textOfImport(message))

import { createTexts } from '../../i18n/create-texts.ts'
import { en } from './en.ts'

export const t = createTexts(en)

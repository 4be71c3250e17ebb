import { briefs } from './en.ts'
import { byLanguage } from '../languages/languages.ts'
import { textsByLanguage } from '../languages/texts-by-language.ts'

/**
 * The texts of the briefs in every language, for emails and for the build of the frontend, which gives a page only those in its language.
 * Index 0 is day 1.
 */
export const briefsByLanguage = byLanguage(({ code }) =>
  briefs.map(({ day }) => {
    const { title = '', description = '', ...requirements } = textsByLanguage[code][`day${day}`] ?? {}
    return { day, title, description, requirements: Object.values(requirements) }
  }),
)

/** What a saved text is for: the reason of a rejection, or the feedback of a rating. */
export const savedTextKinds = ['rejection', 'feedback'] as const
export type SavedTextKind = (typeof savedTextKinds)[number]

/** Maximum number of saved texts of each kind. */
export const maxSavedTexts = 100

/** Maximum length of the title of a saved text in characters. */
export const maxSavedTextTitle = 60

/** Maximum length of the reason of a rejection and of the feedback of a rating in characters. */
export const maxReviewText: Readonly<Record<SavedTextKind, number>> = { rejection: 1000, feedback: 5000 }

/** What a text can leave open: the name of the participant, the name of the project, and its day. */
type Placeholder = 'name' | 'project' | 'day'

/** What the placeholders stand for in the text about one project. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const placeholderPattern = /\{(name|project|day)\}/g

/** Returns a text with the values in place of its placeholders. Values are not filled in again, and other braces stay. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  // Safe: the pattern matches these names only.
  text.replaceAll(placeholderPattern, (_, name: string) => values[name as Placeholder])

/** Whether a text has a placeholder. */
export const hasPlaceholder = (text: string): boolean => text.search(placeholderPattern) >= 0

/** Shorter names would be found inside of sentences by chance. */
const minNameLength = 2

/**
 * Returns a text with placeholders in place of the name of the participant and of the project, wherever they are whole words. Days
 * stay: a number can mean anything.
 */
export const withPlaceholders = (text: string, { name, project }: PlaceholderValues): string =>
  [
    { value: project, placeholder: '{project}' },
    { value: name, placeholder: '{name}' },
  ]
    // A name that contains the other one is replaced first.
    .toSorted((left, right) => right.value.length - left.value.length)
    .reduce((result, { value, placeholder }) => replaceWords(result, value.trim(), placeholder), text)

function replaceWords(text: string, words: string, replacement: string): string {
  if (words.length < minNameLength) return text
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), replacement)
}

/** The most used ones first, then by title. */
export const byUse = (
  left: { uses: number; title: string },
  right: { uses: number; title: string },
): number => right.uses - left.uses || left.title.localeCompare(right.title)

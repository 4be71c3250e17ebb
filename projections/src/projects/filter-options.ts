import type { Project } from './projection.ts'

/** What there is to choose from in the filters of some projects: languages in the order of letters, days ascending. */
export function filterOptions(projects: readonly Project[]): { languages: string[]; days: number[] } {
  const languages = projects.flatMap(({ content }) => content.languages.split(',').map((text) => text.trim()))
  const inOrder = new Intl.Collator('en').compare
  return {
    languages: [...new Set(languages)].filter((text) => text !== '').sort(inOrder),
    days: [...new Set(projects.map(({ day }) => day))].sort((left, right) => left - right),
  }
}

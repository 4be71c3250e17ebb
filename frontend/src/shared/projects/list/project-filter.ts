// Filters a list of projects, gives the options of its filters, and groups it by day.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { splitCommaList } from '../../format/format.ts'
import { locale } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import type { SelectOption } from '../../ui/select/select-list.tsx'

/** What a list of projects shows. An empty language, search or day is not a filter. */
export type ProjectFilter = { search: string; language: string; day: string }

/**
 * Returns the projects that match: the search is part of the name or description, the language part of the languages, both
 * in any spelling; the day is the same.
 */
export function filterProjects(
  projects: readonly ProjectCard[],
  { search, language, day }: ProjectFilter,
): ProjectCard[] {
  return projects.filter(
    (project) =>
      (matchesSearch(project.projectName, search) || matchesSearch(project.description, search)) &&
      matchesSearch(project.languages, language) &&
      (day === '' || project.day === Number(day)),
  )
}

/** Returns the projects by day, newest day first. */
export function groupByDay(projects: readonly ProjectCard[]): { day: number; projects: ProjectCard[] }[] {
  const days = new Set(projects.map(({ day }) => day))
  return [...days]
    .sort((left, right) => right - left)
    .map((day) => ({ day, projects: projects.filter((project) => project.day === day) }))
}

/** The value of the option that does not filter: the select takes no empty text. */
export const anyOption = 'all'

const alphabetically = new Intl.Collator(locale).compare

/** Returns the option for all languages and the languages of the projects: trimmed, each once, in alphabetical order. */
export function languageOptions(projects: readonly ProjectCard[]): SelectOption[] {
  const languages = new Set(projects.flatMap((project) => splitCommaList(project.languages)))
  return [
    { value: anyOption, label: t('projects.allLanguages') },
    ...[...languages].sort(alphabetically).map((language) => ({ value: language, label: language })),
  ]
}

/** Returns the option for all days and the days of the projects, ascending. */
export function dayOptions(projects: readonly ProjectCard[]): SelectOption[] {
  const days = new Set(projects.map(({ day }) => day))
  return [
    { value: anyOption, label: t('projects.allDays') },
    ...[...days]
      .sort((left, right) => left - right)
      .map((day) => ({ value: `${day}`, label: t('common.day', { day }) })),
  ]
}

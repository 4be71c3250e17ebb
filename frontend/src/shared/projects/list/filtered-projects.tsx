// Projects of one participant by day, with search and filters above them; the caller draws each project. The URL has search and filters. On
// phones the filters are in a sheet.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Fragment, type ReactNode } from 'react'
import { ArrowUp, SlidersHorizontal } from 'lucide-react'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { ChallengeDayBadge } from '../../challenge/challenge-marks.tsx'
import { Card, CountBadge, splitCommaList } from '../../ui/display/surfaces.tsx'
import { NoMatches } from '../../ui/feedback/states.tsx'
import { useTableQuery, TableSearch } from '../../ui/table/table-query.tsx'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogButton } from '../../ui/dialog/dialog.tsx'
import { Select } from '../../ui/select/select.tsx'
import { focusScreenHeading } from '../../ui/move-focus.ts'
import { useWideLayout } from '../../ui/use-wide-layout.tsx'
import { locale } from '../../i18n/locale.ts'
import css from './list.module.css'
import layout from '../../styles/layout.module.css'
import words from '../../styles/words.module.css'

/** Scrolls a long list back to its beginning and moves the focus there. */
const backToTop = () => {
  focusScreenHeading()
  window.scrollTo({ top: 0 })
}

export const FilteredProjects = (props: {
  /** Names the search to screen readers. */
  label: string
  projects: readonly ProjectCard[]
  /** Of the list, of the projects of a day, of their heading, and of the title in it. */
  classes: Readonly<Partial<Record<'list' | 'group' | 'day' | 'title', string | undefined>>>
  /** Says how many projects match. Each day has its number, too, then. */
  formatCount?: (count: number) => string
  children: (project: ProjectCard) => ReactNode
}) => {
  const { label, projects, classes, formatCount, children } = props
  const [filter, onChange, { isFiltered, clear }] = useTableQuery({ filters: ['language', 'day'] })
  const shown = projects.filter((project) => matches(project, filter))
  const newestFirst = daysOf(shown).reverse()
  const selects = { projects, filter, onChange }
  return (
    <>
      <div className={css.filters} role="search" aria-label={label}>
        <span className={css.search}>
          <TableSearch label={t('projects.searchProjects')} />
        </span>
        {useWideLayout() ? <Selects {...selects} /> : <FilterSheet {...selects} />}
        {isFiltered && (
          <Button kind="quiet" onClick={clear}>
            {t('common.clearAll')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <Card>
          <NoMatches title={t('projects.noProjectMatches')} onClear={clear} />
        </Card>
      ) : (
        <>
          {formatCount && (
            <p className={words.quiet} role="status">
              {formatCount(shown.length)}
            </p>
          )}
          <ol className={classes.list} aria-label={t('common.projectsByDay')}>
            {newestFirst.map((day) => {
              const ofDay = shown.filter((project) => project.day === day)
              return (
                <li key={day} className={classes.group}>
                  <h2 className={classes.day}>
                    <ChallengeDayBadge day={day} />
                    <span className={classes.title}>{challengeBrief(day).title}</span>
                    {formatCount && <CountBadge count={ofDay.length} />}
                  </h2>
                  {ofDay.map((project) => (
                    <Fragment key={project._id}>{children(project)}</Fragment>
                  ))}
                </li>
              )
            })}
          </ol>
        </>
      )}
      {shown.length > 5 && (
        <span className={css.top}>
          <IconButton label={t('projects.backToTop')} icon={<ArrowUp />} onClick={backToTop} />
        </span>
      )}
    </>
  )
}

type SelectsProps = {
  /** All projects of the list, which give the options. */
  projects: readonly ProjectCard[]
  filter: ProjectFilter
  onChange: (change: Partial<ProjectFilter>) => void
  labelHidden?: boolean
}

const Selects = ({ projects, filter, onChange, labelHidden = true }: SelectsProps) => {
  const languages = new Set(projects.flatMap((project) => splitCommaList(project.languages)))
  return (
    <>
      <Select
        label={t('common.language')}
        labelHidden={labelHidden}
        value={filter.language}
        options={[
          { value: '', label: t('projects.allLanguages') },
          ...[...languages].sort(alphabetically).map((language) => ({ value: language, label: language })),
        ]}
        onValueChange={(language) => onChange({ language })}
      />
      <Select
        label={t('common.dayLabel')}
        labelHidden={labelHidden}
        value={filter.day}
        options={[
          { value: '', label: t('projects.allDays') },
          ...daysOf(projects).map((day) => ({ value: `${day}`, label: t('common.day', { day }) })),
        ]}
        onValueChange={(day) => onChange({ day })}
      />
    </>
  )
}

const FilterSheet = (props: SelectsProps) => {
  const count = [props.filter.language, props.filter.day].filter(Boolean).length
  return (
    <DialogButton
      icon={<SlidersHorizontal />}
      aria-haspopup="dialog"
      dialog={(close) => (
        <Dialog onClose={close} placement="sheet" title={t('projects.filters')}>
          <div className={layout.stack20}>
            <Selects {...props} labelHidden={false} />
            <Button kind="primary" size="large" wide onClick={close}>
              {t('projects.showProjects')}
            </Button>
          </div>
        </Dialog>
      )}
    >
      <span>{t('projects.filters')}</span> {count > 0 && <CountBadge count={count} />}
    </DialogButton>
  )
}

const alphabetically = new Intl.Collator(locale).compare

/** Returns the days of the projects, ascending, each once. */
const daysOf = (projects: readonly ProjectCard[]): number[] =>
  [...new Set(projects.map(({ day }) => day))].sort((left, right) => left - right)

/** What a list of projects shows. An empty language, search or day is not a filter. */
type ProjectFilter = { search: string; language: string; day: string }

/**
 * Returns whether a project matches: the search is part of the name or description, the language part of the languages, both
 * in any spelling; the day is the same.
 */
const matches = (project: ProjectCard, { search, language, day }: ProjectFilter): boolean =>
  (matchesSearch(project.projectName, search) || matchesSearch(project.description, search)) &&
  matchesSearch(project.languages, language) &&
  (day === '' || project.day === Number(day))

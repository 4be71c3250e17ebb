// Resources on other sites by category, with search and bookmarks.

import { Bookmark } from 'lucide-react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { guideIds, guideTitles } from '../../shared/submissions/guides.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { CountBadge, Badge, Card, Banner } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonCards, EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { ParticipantPage } from '../../shared/ui/page/page.tsx'
import { TableSearch, useTableQuery } from '../../shared/ui/table/table-query.tsx'
import { categoryIds, filterResources, resources, resourceCategories, type Resource } from './resources.ts'
import { useBookmarks } from './bookmarks.ts'
import { t } from '../../shared/i18n/t.ts'
import { formatSite } from '../../shared/i18n/format-site.ts'
import css from './resources-screen.module.css'
import { Tabs } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { activeLanguage } from '../../shared/i18n/active-language.ts'
import { PlainIconButton } from '../../shared/ui/controls/icon-button.tsx'

export const ResourcesScreen = () => {
  const [{ search, category: named, bookmarked }, changeQuery, { clear }] = useTableQuery({
    filters: ['category', 'bookmarked'],
  })
  const bookmarks = useBookmarks()
  const category = categoryIds.find((id) => id === named)
  const isBookmarked = bookmarked === 'yes'
  const bookmarkCount = resources.filter(({ url }) => bookmarks.urls.has(url)).length
  const shown = filterResources({ category, search, urls: isBookmarked ? bookmarks.urls : undefined })
  return (
    <ParticipantPage
      title={t('common.resources')}
      note={ownUserId() === undefined ? t('resources.noteBrowser') : t('resources.noteAccount')}
      actions={
        <>
          <span className={css.search}>
            <TableSearch label={t('resources.search')} />
          </span>
          <Button
            icon={<Bookmark />}
            iconEnd={bookmarks.state !== 'loading' && <CountBadge count={bookmarkCount} />}
            className={css.filter}
            aria-pressed={isBookmarked}
            onClick={() => changeQuery({ bookmarked: isBookmarked ? '' : 'yes' })}
          >
            {t('resources.bookmarks')}
          </Button>
        </>
      }
    >
      <Banner kind="warning" live button={{ onClick: bookmarks.retry, children: t('common.retry') }}>
        {bookmarks.state === 'failed' && t('resources.bookmarksNotLoaded')}
      </Banner>
      <nav aria-label={t('common.guides')} className={css.guides}>
        <strong>{t('common.guides')}</strong>
        {guideIds.map((id) => (
          <Link key={id} to={paths.guide(id)}>
            {guideTitles[id]}
          </Link>
        ))}
      </nav>
      <CategoryTabs
        value={category ?? 'all'}
        onValueChange={(next) => changeQuery({ category: next === 'all' ? '' : next })}
      >
        {isBookmarked && bookmarks.state === 'loading' ? (
          <SkeletonCards />
        ) : shown.length > 0 ? (
          <ul className={css.cards} aria-label={t('common.resources')}>
            {shown.map((resource) => (
              <ResourceCard key={resource.url} {...{ resource, bookmarks }} />
            ))}
          </ul>
        ) : (
          <Card padding="none">
            {isBookmarked && bookmarkCount === 0 ? (
              <EmptyState
                title={t('resources.noBookmarks')}
                text={t('resources.howToBookmark')}
                action={<Button onClick={clear}>{t('resources.showAll')}</Button>}
              />
            ) : (
              <NoMatches title={t('resources.noResourceMatches')} onClear={clear} />
            )}
          </Card>
        )}
      </CategoryTabs>
    </ParticipantPage>
  )
}

type CategoryTab = Resource['category'] | 'all'

const tabs: readonly { value: CategoryTab; label: string; count: number }[] = [
  { value: 'all', label: t('common.all'), count: resources.length },
  ...categoryIds.map((value) => ({
    value,
    label: resourceCategories[value],
    count: filterResources({ category: value, search: '' }).length,
  })),
]

type CategoryTabsProps = {
  value: CategoryTab
  onValueChange: (value: CategoryTab) => void
  children: ReactNode
}

/** The categories: a list beside the resources, or tabs that scroll sideways on a phone. */
const CategoryTabs = ({ value, onValueChange, children }: CategoryTabsProps) => {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the category of the URL may be outside of the visible part.
  useEffect(() => {
    const active = list.current?.querySelector(`[data-category="${value}"]`)
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Tabs.Root
      dir={activeLanguage.dir}
      className={css.tabs}
      orientation={useWideLayout() ? 'vertical' : 'horizontal'}
      value={value}
      // Safe because Radix passes the value of a trigger, and every trigger below has its value from `tabs`.
      onValueChange={(next) => onValueChange(next as CategoryTab)}
    >
      <Tabs.List ref={list} className={css.list} aria-label={t('resources.categories')}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab.value} value={tab.value} data-category={tab.value} className={css.tab}>
            {tab.label}
            <span className={css.count}>{tab.count}</span>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={value} className={css.panel}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}

type ResourceCardProps = { resource: Resource; bookmarks: ReturnType<typeof useBookmarks> }

/** A resource, which opens in a new tab, with its bookmark. */
const ResourceCard = ({ resource: { name, url, about, category }, bookmarks }: ResourceCardProps) => (
  <Card as="li" link className={css.card}>
    <h2 className={css.name}>
      <a href={url} target="_blank" rel="noopener noreferrer" className={css.link}>
        {t.rich('resources.opensNewTab', { name })}
      </a>
    </h2>
    <PlainIconButton
      label={t('resources.bookmark', { name })}
      aria-pressed={bookmarks.urls.has(url)}
      disabled={bookmarks.state === 'loading'}
      icon={<Bookmark />}
      className={css.bookmark}
      onClick={() => bookmarks.toggle(url)}
    />
    <p className={css.about}>{about}</p>
    <p className={css.foot}>
      <Badge label={resourceCategories[category]} />
      <span className={css.host}>{formatSite(url)}</span>
    </p>
  </Card>
)

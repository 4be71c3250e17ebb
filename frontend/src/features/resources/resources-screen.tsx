// Resources on other sites by category, with search and bookmarks.

import { Bookmark } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonCards } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { ParticipantPage } from '../../shared/ui/page/participant-page.tsx'
import { TableSearch } from '../../shared/ui/table/table-search.tsx'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'
import { CategoryTabs } from './category-tabs.tsx'
import { ResourceCard } from './resource-card.tsx'
import { categoryIds, filterResources, resources } from './resources.ts'
import { useBookmarks } from './use-bookmarks.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './resources-screen.module.css'

export const ResourcesScreen = () => {
  const [{ search, filters }, changeQuery] = useTableQuery({
    sorts: ['category'],
    filters: ['category', 'bookmarked'],
  })
  const bookmarks = useBookmarks()
  const category = categoryIds.find((id) => id === filters.category)
  const isBookmarked = filters.bookmarked === 'yes'
  const change = (next: Partial<typeof filters>) => changeQuery({ filters: { ...filters, ...next } })
  const bookmarkCount = resources.filter(({ url }) => bookmarks.urls.has(url)).length
  const shown = filterResources({ category, search, urls: isBookmarked ? bookmarks.urls : undefined })
  return (
    <ParticipantPage
      title={t('common.resources')}
      note={ownUserId() === undefined ? t('resources.noteBrowser') : t('resources.noteAccount')}
      actions={
        <>
          <span className={css.search}>
            <TableSearch
              label={t('resources.search')}
              search={search}
              onSearch={(text) => changeQuery({ search: text })}
            />
          </span>
          <Button
            icon={<Bookmark />}
            iconEnd={bookmarks.state !== 'loading' && <CountBadge count={bookmarkCount} />}
            className={css.filter}
            aria-pressed={isBookmarked}
            onClick={() => change({ bookmarked: isBookmarked ? '' : 'yes' })}
          >
            {t('resources.bookmarks')}
          </Button>
        </>
      }
    >
      {bookmarks.state === 'failed' && (
        <Banner
          kind="warning"
          live
          action={
            <Button size="small" onClick={bookmarks.retry}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('resources.bookmarksNotLoaded')}
        </Banner>
      )}
      <nav aria-label={t('common.guides')} className={css.guides}>
        <strong>{t('common.guides')}</strong>
        <Link to={paths.guide('live-link')}>{t('common.guideLiveLink')}</Link>
        <Link to={paths.guide('repository')}>{t('common.guideRepository')}</Link>
        <Link to={paths.guide('screenshot')}>{t('common.guideScreenshot')}</Link>
      </nav>
      <CategoryTabs
        value={category ?? 'all'}
        onValueChange={(next) => change({ category: next === 'all' ? '' : next })}
      >
        <ResourceCards
          {...{ shown, bookmarks }}
          onlyBookmarks={isBookmarked && bookmarkCount === 0}
          isLoading={isBookmarked && bookmarks.state === 'loading'}
          onShowAll={() => changeQuery({ search: '', filters: { category: '', bookmarked: '' } })}
        />
      </CategoryTabs>
    </ParticipantPage>
  )
}

type ResourceCardsProps = {
  shown: typeof resources
  bookmarks: ReturnType<typeof useBookmarks>
  /** Only bookmarks are wanted, and there are none. */
  onlyBookmarks: boolean
  isLoading: boolean
  onShowAll: () => void
}

const ResourceCards = ({ shown, bookmarks, onlyBookmarks, isLoading, onShowAll }: ResourceCardsProps) => {
  if (isLoading) return <SkeletonCards />
  if (onlyBookmarks)
    return (
      <Card padding="none">
        <EmptyState
          title={t('resources.noBookmarks')}
          action={<Button onClick={onShowAll}>{t('resources.showAll')}</Button>}
        >
          {t('resources.howToBookmark')}
        </EmptyState>
      </Card>
    )
  if (shown.length === 0)
    return (
      <Card padding="none">
        <NoMatches title={t('resources.noResourceMatches')} onClear={onShowAll} />
      </Card>
    )
  return (
    <ul className={css.cards} aria-label={t('common.resources')}>
      {shown.map((resource) => (
        <ResourceCard
          key={resource.url}
          resource={resource}
          isBookmarked={bookmarks.urls.has(resource.url)}
          onToggle={bookmarks.state === 'loading' ? undefined : () => bookmarks.toggle(resource.url)}
        />
      ))}
    </ul>
  )
}

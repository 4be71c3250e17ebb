// The tile that leads to the resources: the sites of the newest bookmarks; without bookmarks, what there is to find.

import { BookOpen } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { Chips } from '../../shared/ui/display/badge.tsx'
import { Tile } from './tile.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'

const shownSites = 4

const bookmarkedUrls = liveData<readonly string[]>({
  load: async (_key, signal) => (await request('GET', '/api/auth/bookmarks', { signal })).bookmarks,
  resyncs: true,
})

export const ResourcesTile = () => {
  const { data: bookmarks = [] } = useLiveData(bookmarkedUrls)
  const sites = [
    ...new Set(
      bookmarks
        .filter((url) => URL.canParse(url))
        .toReversed()
        .map(siteOf),
    ),
  ].slice(0, shownSites)
  const note =
    sites.length === 0 ? t('dashboard.resourcesNote') : t('dashboard.bookmarks', { count: bookmarks.length })
  return (
    <Tile to={paths.resources} title={t('common.resources')} icon={<BookOpen />} note={note}>
      {sites.length === 0 ? (
        <p className={words.quiet}>{t('dashboard.resourcesText')}</p>
      ) : (
        <Chips text={sites.join(',')} label={note} />
      )}
    </Tile>
  )
}

const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')

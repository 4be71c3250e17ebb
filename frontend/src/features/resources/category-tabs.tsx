// The categories: a list beside the resources, or tabs that scroll sideways on a phone.

import { Tabs } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { resourceCategories, type ResourceCategory } from './resource-list.ts'
import { categoryIds, countByCategory, resources } from './resources.ts'
import { t } from '../../shared/i18n/t.ts'
import { activeLanguage } from '../../shared/i18n/active-language.ts'
import css from './category-tabs.module.css'

export type CategoryTab = ResourceCategory | 'all'

const counts = countByCategory()
const tabs: readonly { value: CategoryTab; label: string; count: number }[] = [
  { value: 'all', label: t('common.all'), count: resources.length },
  ...categoryIds.map((value) => ({ value, label: resourceCategories[value], count: counts.get(value) ?? 0 })),
]

type CategoryTabsProps = {
  value: CategoryTab
  onValueChange: (value: CategoryTab) => void
  children: ReactNode
}

export const CategoryTabs = ({ value, onValueChange, children }: CategoryTabsProps) => {
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

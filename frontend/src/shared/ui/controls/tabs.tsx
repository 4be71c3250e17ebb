// Tabs, which scroll sideways if there is no room for all, and their panels.

import { useEffect, useRef, type ReactNode } from 'react'
import { Tabs as Primitive } from 'radix-ui'
import { CountBadge } from '../display/surfaces.tsx'
import { activeLanguage } from '../../i18n/active-language.ts'
import layout from '../../styles/layout.module.css'
import css from './tabs.module.css'

type TabsProps<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: string; count?: number | undefined }[]
  /** One `TabPanel` for each tab. */
  children: ReactNode
}

export const Tabs = <Value extends string>({ label, value, tabs, ...props }: TabsProps<Value>) => {
  const list = useRef<HTMLDivElement>(null)
  const activeIndex = tabs.findIndex((tab) => tab.value === value)
  useEffect(() => {
    const element = list.current
    const active = element?.children[activeIndex]
    if (!element || !active) return undefined
    // Begins with a call. Counts and fonts arrive later, and move the tabs.
    const observer = new ResizeObserver(() => showTab(element, active))
    for (const tab of element.children) observer.observe(tab)
    return () => observer.disconnect()
  }, [activeIndex])
  return (
    // Safe because Radix passes the value of a trigger, and every trigger below has its value from `tabs`.
    <Primitive.Root
      dir={activeLanguage.dir}
      className={layout.stack24}
      value={value}
      onValueChange={(next) => props.onValueChange(next as Value)}
    >
      <Primitive.List ref={list} className={css.list} aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={css.tab}>
            <span>{tab.label}</span>
            {tab.count !== undefined && <CountBadge count={tab.count} />}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {props.children}
    </Primitive.Root>
  )
}

/** Scrolls the list sideways if a tab is outside of its visible part, which it may be on a phone. The page stays. */
function showTab(list: Element, element: Element): void {
  const [tab, visible] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  if (tab.left < visible.left) list.scrollLeft += tab.left - visible.left
  else if (tab.right > visible.right) list.scrollLeft += tab.right - visible.right
}

export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Primitive.Content value={value} className={css.panel}>
    {children}
  </Primitive.Content>
)

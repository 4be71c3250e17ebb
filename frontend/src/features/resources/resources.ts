import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { resourceCategories, resourceList, type ResourceCategory } from './resource-list.ts'

/** A free resource on another site. `url` identifies it, in the bookmarks as well. */
export type Resource = { name: string; about: string; url: string; category: ResourceCategory }

// Safe because `resourceList` has exactly these keys.
export const categoryIds = Object.keys(resourceCategories) as ResourceCategory[]

/** All resources, category by category. */
export const resources: readonly Resource[] = categoryIds.flatMap((category) =>
  resourceList[category].map(([name, url, about]) => ({ name, url, about, category })),
)

export type ResourceFilter = {
  category: ResourceCategory | undefined
  /** Matches a part of the name, the description, the category or the address, in any case. */
  search: string
  /** Shows only these addresses. */
  urls?: ReadonlySet<string> | undefined
}

/** Returns the resources that match the filter. */
export function filterResources({ category, search, urls }: ResourceFilter): readonly Resource[] {
  return resources.filter((resource) => {
    if (category !== undefined && resource.category !== category) return false
    if (urls !== undefined && !urls.has(resource.url)) return false
    const texts = [resource.name, resource.about, resourceCategories[resource.category], hostOf(resource)]
    return texts.some((text) => matchesSearch(text, search))
  })
}

/** Returns the number of resources of each category. */
export const countByCategory = (): ReadonlyMap<ResourceCategory, number> =>
  new Map(categoryIds.map((category) => [category, resourceList[category].length]))

/** Returns the host of the address without `www.`, such as "developer.mozilla.org". */
export const hostOf = ({ url }: Pick<Resource, 'url'>): string => new URL(url).hostname.replace(/^www\./, '')

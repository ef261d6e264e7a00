/** The FOCUS category and subcategory of each service of the scenarios. */
const categories: Readonly<Record<string, readonly [category: string, subcategory: string]>> = {
  compute: ['Compute', 'Virtual Machines'],
  'relational-database': ['Databases', 'Relational Databases'],
  cache: ['Databases', 'Caching'],
  warehouse: ['Databases', 'Data Warehouses'],
  search: ['Analytics', 'Search'],
  'object-storage': ['Storage', 'Object Storage'],
  'data-transfer': ['Networking', 'Network Connectivity'],
  'virtual-machines': ['Compute', 'Virtual Machines'],
  'analytics-engine': ['Analytics', 'Analytics Platforms'],
};

/** Returns `Other` for any other service, such as software of the marketplace. */
export function categoryOf(service: string): readonly [category: string, subcategory: string] {
  return categories[service] ?? ['Other', 'Other (Other)'];
}

export const core = { SubAccountId: '111111111111', SubAccountName: 'core' };
export const apps = { SubAccountId: '222222222222', SubAccountName: 'apps' };
export const labs = { SubAccountId: '333333333333', SubAccountName: 'labs' };
export const north = { RegionId: 'north-1', RegionName: 'North' };
export const south = { RegionId: 'south-2', RegionName: 'South' };
export const tags = (values: Readonly<Record<string, string>>) => ({ Tags: JSON.stringify(values) });
export const onLinux = { SkuPriceDetails: '{"OperatingSystem":"Linux"}' };
export const onWindows = { SkuPriceDetails: '{"OperatingSystem":"Windows"}' };

export const compute = {
  ServiceName: 'Compute',
  ServiceCategory: 'Compute',
  SkuId: 'SKU-C',
  x_UsageType: 'instance-hours',
};
export const database = {
  ServiceName: 'Database',
  ServiceCategory: 'Databases',
  SkuId: 'SKU-D',
  x_UsageType: 'node-hours',
};
export const storage = {
  ServiceName: 'Object Storage',
  ServiceCategory: 'Storage',
  SkuId: 'SKU-S',
  x_UsageType: 'gb-months',
};
export const plans = (type: string) => ({
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: type,
  CommitmentDiscountUnit: 'USD',
});
export const reservation = (id: string, name = '') => ({
  CommitmentDiscountId: id,
  CommitmentDiscountName: name,
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Reserved',
  CommitmentDiscountUnit: 'Hours',
});

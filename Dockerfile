# The mock and verify in a container, built from the sources:
#   docker build --tag cost-contract .
FROM node:24-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# What runs is the package as users get it; ioredis is for --state.
RUN npm run build \
  && npm pack --pack-destination /tmp \
  && npm install --global --prefix /package /tmp/cloud-cost-contract-*.tgz ioredis@5

# Node without npm or a compiler, the package and its dependencies.
FROM alpine:3.22
RUN apk add --no-cache 'nodejs~=22'
COPY --from=build /package /usr/local
# Nobody.
USER 65534
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=2s --start-period=10s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:4010/.well-known/cost-contract.json"]
ENTRYPOINT ["cost-contract"]
# The mock listens on every address, since 127.0.0.1 would be the container alone. So its control plane is off,
# unless COST_CONTRACT_CONTROL_TOKEN is set.
CMD ["mock", "--host", "0.0.0.0"]

# The mock and verify in a container, built from the sources:
#   docker build --tag cost-contract .
FROM node:24-alpine@sha256:d32cdf619f63fe0471182d08996dd516c6275bb5fd31ae06e55a570bd9e1ad43 AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# What runs is the package as users get it; ioredis is for --state.
RUN npm run build \
  && npm pack --pack-destination /tmp \
  && npm install --global --ignore-scripts --prefix /package /tmp/cloud-cost-contract-*.tgz ioredis@5

# Node without npm or a compiler, the package and its dependencies.
FROM alpine:3.22.6@sha256:abd29214470819ed7667c87c1ceebc89aae766453a5b3cc09e8a52b9f796fd5a
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
